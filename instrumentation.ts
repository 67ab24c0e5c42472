/** Next calls this once when a server starts. A build also loads it, and must open nothing. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs" || process.env.NEXT_PHASE === "phase-production-build") return;
  const { start } = await import("@/lib/server/start");
  await start();
}
