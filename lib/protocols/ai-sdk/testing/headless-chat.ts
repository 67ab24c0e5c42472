import { AbstractChat, type ChatState, type ChatStatus, DefaultChatTransport, type UIMessage } from "ai";
import { lastStepIsSettled } from "../../../browser-tools/last-step";
import { THREAD } from "./chat-server";

/** Chat state without a framework: what it stores is a copy, as in the real hooks. */
class PlainState implements ChatState<UIMessage> {
  status: ChatStatus = "ready";
  error: Error | undefined;

  constructor(public messages: UIMessage[]) {}

  pushMessage = (message: UIMessage) => {
    this.messages = [...this.messages, this.snapshot(message)];
  };
  popMessage = () => {
    this.messages = this.messages.slice(0, -1);
  };
  replaceMessage = (index: number, message: UIMessage) => {
    this.messages = this.messages.with(index, this.snapshot(message));
  };
  snapshot = <T>(value: T): T => structuredClone(value);
}

type Handler = (input: unknown) => unknown;

export interface HeadlessChatOptions {
  /** Browser tools by name; a throw is an `output-error`. A call without a handler stays open. */
  handlers?: Record<string, Handler>;
  messages?: UIMessage[];
  sendAutomaticallyWhen?: (chat: { messages: UIMessage[] }) => boolean;
  /** Post only the newest message, as our page does. */
  lastOnly?: boolean;
}

/** Where a client's requests go, and what of them is still under way. */
export interface ChatWire {
  /** Default: the one thread of these tests. */
  threadId?: string;
  fetch: typeof fetch;
  /** Responses whose body has not ended. */
  open: number;
  exchanges: readonly unknown[];
}

/** The AI SDK's client without a page, wired as the seeds say, against a {@link ChatWire}. */
export class HeadlessChat extends AbstractChat<UIMessage> {
  /** Calls for which a handler was asked, in order. */
  readonly started: { toolName: string; toolCallId: string; input: unknown }[] = [];
  readonly data: unknown[] = [];
  private working = 0;

  constructor(
    private readonly server: ChatWire,
    {
      handlers = {},
      messages = [],
      sendAutomaticallyWhen = lastStepIsSettled,
      lastOnly = false,
    }: HeadlessChatOptions = {},
  ) {
    super({
      id: server.threadId ?? THREAD.threadId,
      state: new PlainState(structuredClone(messages)),
      transport: new DefaultChatTransport({
        fetch: server.fetch,
        ...(lastOnly && {
          prepareSendMessagesRequest: ({ id, messages: all, trigger, messageId }) => ({
            body: { id, messages: all.slice(-1), trigger, messageId },
          }),
        }),
      }),
      sendAutomaticallyWhen,
      onData: (part) => {
        this.data.push(part);
      },
      onToolCall: ({ toolCall }) => {
        const { toolName, toolCallId, input } = toolCall;
        this.started.push({ toolName, toolCallId, input });
        const handler = handlers[toolName];
        if (handler) void this.work(toolName, toolCallId, () => handler(input));
      },
    });
  }

  get answer(): UIMessage | undefined {
    return this.messages.findLast((message) => message.role === "assistant");
  }

  part(toolCallId: string) {
    const parts = this.messages.flatMap((message) => message.parts);
    return parts.find((part) => "toolCallId" in part && part.toolCallId === toolCallId) as
      | {
          state: string;
          input?: unknown;
          output?: unknown;
          errorText?: string;
          approval?: { id: string; approved?: boolean };
        }
      | undefined;
  }

  stateOf(toolCallId: string): string | undefined {
    return this.part(toolCallId)?.state;
  }

  decide(toolCallId: string, approved: boolean, reason?: string) {
    const id = this.part(toolCallId)?.approval?.id ?? "";
    return this.addToolApprovalResponse({ id, approved, ...(reason && { reason }) });
  }

  /** Resolves when nothing happens any more: no request, no handler, no automatic follow-up. */
  async idle(): Promise<void> {
    for (let quiet = 0; quiet < 4; ) {
      await new Promise((resolve) => setTimeout(resolve, 3));
      const busy =
        this.working > 0 || this.server.open > 0 || this.status === "submitted" || this.status === "streaming";
      quiet = busy ? 0 : quiet + 1;
      if (this.server.exchanges.length > 40) throw new Error("The client posts for ever.");
    }
  }

  async ask(text: string): Promise<void> {
    await this.sendMessage({ text });
    await this.idle();
  }

  private async work(tool: string, toolCallId: string, run: () => unknown): Promise<void> {
    this.working += 1;
    try {
      const output = await run();
      void this.addToolOutput({ tool, toolCallId, output });
    } catch (error) {
      void this.addToolOutput({ tool, toolCallId, state: "output-error", errorText: (error as Error).message });
    } finally {
      this.working -= 1;
    }
  }
}
