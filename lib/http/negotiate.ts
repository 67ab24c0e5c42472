/** Whether the request names this media type in its `Accept`. Wildcards ask for nothing in particular. */
export function wants(request: Request, type: string): boolean {
  const accepted = request.headers.get("accept")?.split(",") ?? [];
  return accepted.some((entry) => entry.split(";")[0]?.trim().toLowerCase() === type);
}
