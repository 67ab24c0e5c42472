import { IMAGE_TYPES } from "./accepted-files";

/** A file that goes with a question, as the AI SDK's file parts and the server carry it. */
export interface AttachedFile {
  mediaType: string;
  /** A base64 `data:` URL. */
  url: string;
  filename: string;
}

/** Characters of all `data:` URLs of one question: base64 makes four of three bytes, and a request has its limit. */
const ROOM = 3_000_000;
/** Files that browsers do not call text, and that are. */
const TEXT_NAME =
  /\.(?:txt|md|csv|tsv|json|jsonl|log|xml|ya?ml|toml|ini|[cm]?[jt]sx?|css|html?|py|rb|go|rs|java|sql|sh)$/i;

/** The type under which the server and a model take the file; `null`: they do not. */
export function mediaTypeOf({ type, name }: { type: string; name: string }): string | null {
  if (IMAGE_TYPES.includes(type)) return type;
  if (type.startsWith("text/") || TEXT_NAME.test(name)) return "text/plain";
  return null;
}

async function toDataUrl(file: File, mediaType: string): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let binary = "";
  // In pieces: a call takes only so many arguments.
  for (let at = 0; at < bytes.length; at += 8_192) binary += String.fromCharCode(...bytes.subarray(at, at + 8_192));
  return `data:${mediaType};base64,${btoa(binary)}`;
}

/**
 * Reads files to attach.
 * @param attached those already there, which take their part of the room
 * @returns the ones that can go with the question, and sentences about those that cannot
 */
export async function readFiles(
  files: readonly File[],
  attached: readonly AttachedFile[],
): Promise<{ read: AttachedFile[]; refused: string[] }> {
  const read: AttachedFile[] = [];
  const refused: string[] = [];
  let room = ROOM - attached.reduce((sum, { url }) => sum + url.length, 0);
  for (const file of files) {
    const mediaType = mediaTypeOf(file);
    if (!mediaType) {
      refused.push(`${file.name} is neither an image (PNG, JPEG, GIF, WebP) nor a text.`);
    } else if ((file.size * 4) / 3 + 100 > room) {
      refused.push(`${file.name} is too large: a message has room for about 2 MB of files.`);
    } else if (file.size === 0) {
      refused.push(`${file.name} is empty.`);
    } else {
      const url = await toDataUrl(file, mediaType).catch(() => null);
      if (url === null) refused.push(`${file.name} could not be read.`);
      else {
        read.push({ mediaType, url, filename: file.name.slice(0, 255) });
        room -= url.length;
      }
    }
  }
  return { read, refused };
}
