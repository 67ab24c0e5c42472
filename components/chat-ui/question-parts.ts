import type { ViewFilePart, ViewPart, ViewTextPart } from "./view";

/** A part of a question as AG-UI carries it, in all of its versions. */
interface ContentPart {
  type: string;
  text?: string;
  source?: { type: string; value: string; mimeType?: string | undefined };
  metadata?: unknown;
}

/** What a question shows of its content: its text, and the files that came with it. */
export function toQuestionParts(id: string, content: string | readonly ContentPart[]): ViewPart[] {
  if (typeof content === "string") return [toText(id, content)];
  return content.flatMap((part, index): ViewPart[] => {
    const partId = `${id}-${index}`;
    if (part.type === "text") return part.text ? [toText(partId, part.text)] : [];
    return toFile(partId, part);
  });
}

function toText(id: string, text: string): ViewTextPart {
  return { type: "text", id, text, streaming: false };
}

function toFile(id: string, { type, source, metadata }: ContentPart): ViewFilePart[] {
  if (!source) return [];
  const mediaType = source.mimeType ?? type;
  const url = source.type === "data" ? `data:${mediaType};base64,${source.value}` : source.value;
  const filename = nameIn(metadata);
  return [{ type: "file", id, mediaType, url, ...(filename !== undefined && { filename }) }];
}

/** The protocol has no field for a file's name; our server and CopilotKit's own chat keep it in the metadata. */
function nameIn(metadata: unknown): string | undefined {
  const isNamed = typeof metadata === "object" && metadata !== null && "filename" in metadata;
  return isNamed && typeof metadata.filename === "string" ? metadata.filename : undefined;
}
