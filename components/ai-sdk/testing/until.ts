/** Resolves once the condition holds; rejects with what it was when it did not within two seconds. */
export async function until(condition: () => boolean, what = String(condition)): Promise<void> {
  const end = Date.now() + 2_000;
  while (!condition()) {
    if (Date.now() > end) throw new Error(`Never became true: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}
