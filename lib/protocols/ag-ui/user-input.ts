import { z } from "zod";
import type { Block, FileBlock } from "../../agent/messages";
import type { UserInput } from "../../agent/protocol";
import { checkQuestionSize } from "../limits";
import { invalid, parseAt } from "./invalid";

const messageSchema = z.looseObject({
  id: z.string().regex(/^\P{C}{1,128}$/u, "expected 1 to 128 printable characters"),
  content: z.union([z.string(), z.array(z.looseObject({ type: z.string() }))], "expected a text or a list of parts"),
});
const textPart = z.looseObject({ text: z.string() });
const mediaPart = z.looseObject({
  source: z.looseObject({
    type: z.literal("data", "expected a file that is carried inline"),
    value: z.base64("expected base64"),
    mimeType: z.string(),
  }),
  /** A name that cannot be one is no reason to refuse the file. */
  metadata: z
    .looseObject({ filename: z.string().max(255).optional().catch(undefined) })
    .optional()
    .catch(undefined),
});
/** How clients of the older generation write a file. */
const binaryPart = z.looseObject({ data: z.base64("expected base64"), mimeType: z.string() });

/** Files that need no fetching and no conversion by us. */
const ACCEPTED = /^(?:image|text)\/[a-z0-9.+-]+$/i;

/**
 * A posted user message as a question.
 * @throws AppError `invalid-input`, `too-large`
 */
export function parseUserInput(value: unknown, path: readonly PropertyKey[]): UserInput {
  const { id, content } = parseAt(messageSchema, value, path);
  const blocks: Block[] =
    typeof content === "string"
      ? [{ type: "text", text: content }]
      : content.map((part, index) => toBlock(part, [...path, "content", index]));
  const isBlank = blocks.every((block) => block.type === "text" && block.text.trim() === "");
  if (isBlank) throw invalid([...path, "content"], "the message is blank");
  const question = { id, blocks: blocks.filter((block) => block.type !== "text" || block.text !== "") };
  checkQuestionSize(question);
  return question;
}

function toBlock(part: { type: string }, path: PropertyKey[]): Block {
  switch (part.type) {
    case "text":
      return { type: "text", text: parseAt(textPart, part, path).text };
    case "image":
    case "document": {
      const { source, metadata } = parseAt(mediaPart, part, path);
      const file = toFile(source.value, source.mimeType, [...path, "source", "mimeType"]);
      return metadata?.filename ? { ...file, filename: metadata.filename } : file;
    }
    case "binary": {
      const { data, mimeType } = parseAt(binaryPart, part, path);
      return toFile(data, mimeType, [...path, "mimeType"]);
    }
    default:
      throw invalid([...path, "type"], "expected text, image or document");
  }
}

function toFile(base64: string, mediaType: string, path: PropertyKey[]): FileBlock {
  if (!ACCEPTED.test(mediaType)) throw invalid(path, "expected the type of an image or a text");
  return { type: "file", mediaType, url: `data:${mediaType};base64,${base64}` };
}
