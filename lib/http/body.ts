import { AppError } from "../errors";
import type { Json } from "../json";

/** Bytes that a JSON body may have unless its route says otherwise. */
export const BODY_LIMIT = 1_000_000;
/** Objects and arrays inside one another. Deeper values only serve to exhaust a parser's stack. */
const DEPTH_LIMIT = 64;

/**
 * Reads a JSON body. Counts bytes while they arrive, so that a false or absent length makes no difference.
 * @throws AppError `unsupported-media-type`, `too-large` or `invalid-input`
 */
export async function readJson(request: Request, limit = BODY_LIMIT): Promise<Json> {
  checkContentType(request);
  const text = await readText(request, limit);
  if (text.trim() === "") throw new AppError("invalid-input", "The request has no body; a JSON object is expected.");
  const value = parse(text);
  checkShape(value);
  return value;
}

/** Refuses a body that is not JSON, on every route, also where the body would not be read. */
export function checkContentType(request: Request): void {
  const type = request.headers.get("content-type");
  const hasBody = type !== null || request.headers.has("transfer-encoding") || lengthOf(request) > 0;
  if (!hasBody) return;
  const essence = type?.split(";")[0]?.trim().toLowerCase() ?? "";
  if (essence !== "application/json" && !/^application\/[\w.-]+\+json$/.test(essence)) {
    throw new AppError("unsupported-media-type", "The body must be JSON: send it as content-type application/json.");
  }
}

function lengthOf(request: Request): number {
  return Number(request.headers.get("content-length") ?? 0);
}

async function readText(request: Request, limit: number): Promise<string> {
  const tooLarge = () => new AppError("too-large", `The body is larger than ${limit} bytes.`);
  if (lengthOf(request) > limit) throw tooLarge();
  if (!request.body) return "";
  const reader = request.body.getReader();
  // `fatal`: a replaced character would be stored as something that nobody wrote.
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let size = 0;
  let text = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return text + decoder.decode();
      size += value.byteLength;
      if (size > limit) throw tooLarge();
      text += decoder.decode(value, { stream: true });
    }
  } catch (error) {
    // What has not arrived yet is of no interest; a client that is still sending need not finish.
    void reader.cancel().catch(() => {});
    if (error instanceof AppError) throw error;
    // The decoder's own refusal has this code; anything else is a connection that broke while the client was sending.
    const encoding = (error as { code?: unknown }).code === "ERR_ENCODING_INVALID_ENCODED_DATA";
    const message = encoding ? "The body is not valid UTF-8." : "The body did not arrive completely.";
    throw new AppError("invalid-input", message, {}, { cause: error });
  }
}

function parse(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch (error) {
    throw new AppError("invalid-input", `The body is not valid JSON: ${(error as Error).message}`);
  }
}

/** Walks without recursion: the point is to survive what would overflow a recursive walk. */
function checkShape(root: Json): void {
  const open: { value: Json; path: string; depth: number }[] = [{ value: root, path: "", depth: 1 }];
  for (let item = open.pop(); item; item = open.pop()) {
    const { value, path, depth } = item;
    if (typeof value !== "object" || value === null) continue;
    if (depth > DEPTH_LIMIT) {
      throw new AppError(
        "invalid-input",
        `The body is nested deeper than ${DEPTH_LIMIT} levels at ${path.slice(0, 200)}.`,
      );
    }
    for (const [key, child] of Object.entries(value)) {
      const childPath = path ? `${path}.${key}` : key;
      if (key === "__proto__")
        throw new AppError("invalid-input", `The key ${childPath.slice(0, 200)} is not allowed.`);
      // 1e999 is read as infinite, which JSON cannot say again: it would be stored as null.
      if (typeof child === "number" && !Number.isFinite(child)) {
        throw new AppError("invalid-input", `The number at ${childPath.slice(0, 200)} is too large.`);
      }
      if (typeof child === "object" && child !== null) open.push({ value: child, path: childPath, depth: depth + 1 });
    }
  }
}
