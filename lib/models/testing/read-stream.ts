import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";

type Part = LanguageModelV4StreamPart;

/** Reads a stream to its end; `onPart` may act on it meanwhile. Rejects as the stream does. */
export async function readParts(
  stream: ReadableStream<Part>,
  onPart?: (part: Part, parts: Part[]) => void,
): Promise<Part[]> {
  const parts: Part[] = [];
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return parts;
    parts.push(value);
    onPart?.(value, parts);
  }
}

/** The deltas of one kind, joined. */
export function joinDeltas(parts: Part[], type: "text-delta" | "reasoning-delta"): string {
  return parts.map((part) => (part.type === type ? part.delta : "")).join("");
}

export function toolCallsOf(parts: Part[]): { toolCallId: string; toolName: string; input: string }[] {
  return parts.flatMap((part) =>
    part.type === "tool-call" ? [{ toolCallId: part.toolCallId, toolName: part.toolName, input: part.input }] : [],
  );
}

/** The last part, which a stream that ended regularly has. */
export function finishOf(parts: Part[]): Extract<Part, { type: "finish" }> | undefined {
  return parts.find((part) => part.type === "finish");
}

/**
 * What is wrong with the brackets of a stream: a delta or an end without its start, a block opened twice or never closed,
 * a tool call that differs from its streamed input. Empty when all is well.
 */
export function bracketFaults(parts: Part[]): string[] {
  const faults: string[] = [];
  const open = new Map<string, { kind: string; text: string }>();
  const inputs = new Map<string, string>();
  for (const part of parts) {
    const [, kind, edge] = /^(text|reasoning|tool-input)-(start|delta|end)$/.exec(part.type) ?? [];
    if (kind && "id" in part && typeof part.id === "string") {
      const block = open.get(part.id);
      if (edge === "start") {
        if (block) faults.push(`${part.type} ${part.id}: already open`);
        open.set(part.id, { kind, text: "" });
      } else if (block?.kind !== kind) faults.push(`${part.type} ${part.id}: not open`);
      else if ("delta" in part) block.text += part.delta;
      else {
        if (kind === "tool-input") inputs.set(part.id, block.text);
        open.delete(part.id);
      }
    }
    if (part.type === "tool-call" && inputs.get(part.toolCallId) !== part.input) {
      faults.push(`tool-call ${part.toolCallId}: its input is not what was streamed`);
    }
  }
  for (const id of open.keys()) faults.push(`${id}: never closed`);
  if (parts.at(-1)?.type !== "finish") faults.push("the last part is not finish");
  return faults;
}
