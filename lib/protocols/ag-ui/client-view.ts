import type { AgUiEvent, AgUiMessage, AgUiToolCall } from "./wire";

type CallStart = Extract<AgUiEvent, { type: "TOOL_CALL_START" }>;

/**
 * The messages that the client holds, kept up to date with what is sent to it, by the same rules that its library
 * applies. Messages are replaced in the list, never changed: a copy of the list is a checkpoint.
 */
export class ClientView {
  private readonly list: AgUiMessage[];

  constructor(messages: readonly AgUiMessage[]) {
    this.list = [...messages];
  }

  /** A copy, to send or to keep. */
  get messages(): AgUiMessage[] {
    return [...this.list];
  }

  get(id: string): AgUiMessage | undefined {
    return this.list.findLast((message) => message.id === id);
  }

  hasCall(callId: string): boolean {
    return this.ownerOf(callId) >= 0;
  }

  hasResult(callId: string): boolean {
    return this.list.some((message) => message.role === "tool" && message.toolCallId === callId);
  }

  /** `error`: the mark of a failed result, which snapshots have and the event has not. */
  apply(event: AgUiEvent, error?: string): void {
    switch (event.type) {
      case "TEXT_MESSAGE_START":
        if (!this.get(event.messageId)) this.push({ id: event.messageId, role: "assistant", content: "" });
        break;
      case "REASONING_MESSAGE_START":
        if (!this.get(event.messageId)) this.push({ id: event.messageId, role: "reasoning", content: "" });
        break;
      case "TEXT_MESSAGE_CONTENT":
      case "REASONING_MESSAGE_CONTENT":
        this.replace(event.messageId, (message) =>
          message.role === "assistant" || message.role === "reasoning"
            ? { ...message, content: (message.content ?? "") + event.delta }
            : message,
        );
        break;
      case "TOOL_CALL_START":
        this.startCall(event);
        break;
      case "TOOL_CALL_ARGS":
        this.extendCall(event.toolCallId, event.delta);
        break;
      case "TOOL_CALL_RESULT": {
        const { type: _, messageId: id, ...message } = event;
        this.insertResult({ id, ...message, ...(error !== undefined && { error }) });
        break;
      }
      case "MESSAGES_SNAPSHOT":
        this.list.splice(0, this.list.length, ...event.messages);
        break;
      default:
        break;
    }
  }

  private push(message: AgUiMessage): void {
    this.list.push(message);
  }

  private replace(id: string, change: (message: AgUiMessage) => AgUiMessage): void {
    const index = this.list.findLastIndex((message) => message.id === id);
    const message = this.list[index];
    if (message) this.list[index] = change(message);
  }

  private startCall({ toolCallId: id, toolCallName: name, parentMessageId: parentId, metadata }: CallStart): void {
    if (this.hasCall(id)) return;
    if (!this.get(parentId)) this.push({ id: parentId, role: "assistant", toolCalls: [] });
    const call: AgUiToolCall = {
      id,
      type: "function",
      function: { name, arguments: "" },
      ...(metadata && { metadata }),
    };
    this.replace(parentId, (message) =>
      message.role === "assistant" ? { ...message, toolCalls: [...(message.toolCalls ?? []), call] } : message,
    );
  }

  private extendCall(callId: string, delta: string): void {
    const owner = this.list[this.ownerOf(callId)];
    if (owner?.role !== "assistant") return;
    const toolCalls = (owner.toolCalls ?? []).map((call) =>
      call.id === callId
        ? { ...call, function: { ...call.function, arguments: call.function.arguments + delta } }
        : call,
    );
    this.replace(owner.id, () => ({ ...owner, toolCalls }));
  }

  /** After the message that made the call and the results that follow it already. */
  private insertResult(result: AgUiMessage & { role: "tool" }): void {
    const owner = this.ownerOf(result.toolCallId);
    let index = owner < 0 ? this.list.length : owner + 1;
    while (owner >= 0 && this.list[index]?.role === "tool") index += 1;
    this.list.splice(index, 0, result);
  }

  private ownerOf(callId: string): number {
    return this.list.findLastIndex(
      (message) => message.role === "assistant" && message.toolCalls?.some((call) => call.id === callId),
    );
  }
}
