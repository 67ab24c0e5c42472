import type { AgentResult, Inspection } from "../../agent/api";
import { inspectRun } from "../../agent/inspect";
import { type Block, type Message, messageText } from "../../agent/messages";

/** A stored message as native clients read it. */
export interface NativeMessage {
  id: string;
  role: Message["role"];
  runId: string;
  /** The text blocks, joined. */
  text: string;
  /** Without the provider's metadata: signatures are between us and the provider. */
  blocks: Omit<Block, "providerMetadata">[];
  createdAt: string;
}

/** What a native turn or continuation answers when it does not stream. A run that failed is an answer too. */
export interface NativeAnswer {
  run: NonNullable<Inspection["run"]>;
  /** The run's final assistant message, `null` while it has none. */
  message: NativeMessage | null;
}

export function toNativeAnswer(result: AgentResult): NativeAnswer {
  const message = result.getMessage();
  return { run: inspectRun(result.run), message: message && toNativeMessage(message) };
}

export function toNativeMessage(message: Message): NativeMessage {
  const { id, role, runId, createdAt } = message;
  return { id, role, runId, text: messageText(message), blocks: message.blocks.map(withoutMetadata), createdAt };
}

function withoutMetadata(block: Block): Omit<Block, "providerMetadata"> {
  if (!("providerMetadata" in block)) return block;
  const { providerMetadata: _kept, ...shown } = block;
  return shown;
}
