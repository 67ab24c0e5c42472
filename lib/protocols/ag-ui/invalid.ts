import type { z } from "zod";
import { AppError } from "../../errors";

/** A malformed payload, by the path of what is wrong in it. */
export function invalid(path: readonly PropertyKey[], problem: string): AppError {
  const where = path.length > 0 ? path.map(String).join(".") : "body";
  return new AppError("invalid-input", `${where}: ${problem}.`);
}

/** @throws AppError `invalid-input`, naming the first wrong path */
export function parseAt<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  path: readonly PropertyKey[],
): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  throw invalid([...path, ...(issue?.path ?? [])], issue?.message ?? "invalid value");
}
