import type { LanguageModelV4StreamPart, LanguageModelV4Usage } from "@ai-sdk/provider";
import { createId } from "../ids";
import type { Json } from "../json";
import { approvalReason, kindOf, parseToolInput, resolveTool } from "./catalog";
import type { AgentDefinition } from "./define-agent";
import type { AgentEvent, AgentState, FinishReason, TokenUsage } from "./events";
import type { Block, ProviderMetadata, ReasoningBlock, TextBlock, ToolCallBlock } from "./messages";
import type { AgentResources } from "./resources";

interface OpenInput {
  callId: string;
  toolName: string;
  text: string;
}

/**
 * Turns a model stream's parts into bracketed log events and into the blocks of the stored message. Holds the state of
 * one model step; ids of blocks are unique in the run.
 */
export class StepAssembler {
  readonly blocks: Block[] = [];
  finishReason: FinishReason = "other";
  finished = false;
  usage: TokenUsage = { inputTokens: null, outputTokens: null, cachedInputTokens: null, reasoningTokens: null };
  /** Name of a call that ends the run: its tool was offered once and is gone. */
  unmounted: string | null = null;
  /** Open text and reasoning blocks by the provider's id. */
  private readonly open = new Map<string, { id: string; block: TextBlock | ReasoningBlock }>();
  private readonly inputs = new Map<string, OpenInput>();
  private readonly callIds = new Map<string, string>();
  private count = 0;

  constructor(
    private readonly step: {
      messageId: string;
      definition: AgentDefinition;
      state: AgentState;
      resources: AgentResources;
    },
  ) {}

  /** The events of one part. A promise only where storage has to be asked about a call id: deltas come often. */
  take(part: LanguageModelV4StreamPart): AgentEvent[] | Promise<AgentEvent[]> {
    switch (part.type) {
      case "text-start":
      case "reasoning-start":
        return this.start(part.type === "text-start" ? "text" : "reasoning", part.id, part.providerMetadata);
      case "text-delta":
      case "reasoning-delta":
        return this.delta(
          part.type === "text-delta" ? "text" : "reasoning",
          part.id,
          part.delta,
          part.providerMetadata,
        );
      case "text-end":
      case "reasoning-end":
        return this.end(part.type === "text-end" ? "text" : "reasoning", part.id, part.providerMetadata);
      case "tool-input-start":
        return this.inputStart(part.id, part.toolName);
      case "tool-input-delta":
        return this.inputDelta(part.id, part.delta);
      case "tool-call":
        return this.call(part.toolCallId, part.toolName, part.input, part.providerMetadata);
      case "finish":
        this.finished = true;
        this.finishReason = part.finishReason.unified === "interrupted" ? "error" : part.finishReason.unified;
        this.usage = toUsage(part.usage);
        return [];
      case "error":
        throw part.error instanceof Error
          ? part.error
          : new Error("The model reported an error.", { cause: part.error });
      default:
        return [];
    }
  }

  /** Ends of the blocks that are still open. */
  close(): AgentEvent[] {
    const events = [...this.open.values()].map(({ id, block }): AgentEvent => ({ type: `${block.type}-end`, id }));
    this.open.clear();
    return events;
  }

  /**
   * What can be kept of a step that did not finish. After a stop, calls are kept too, unfinished ones as far as they
   * came, so that each gets its "stopped" result; a failed step's calls never happened.
   */
  partialBlocks(withCalls: boolean): Block[] {
    const said = this.blocks.filter((block) =>
      block.type === "text" || block.type === "reasoning" ? block.text !== "" : withCalls,
    );
    if (!withCalls) return said;
    const unfinished = [...this.inputs.values()].map(
      (input): ToolCallBlock => ({
        type: "tool-call",
        callId: input.callId,
        toolName: input.toolName,
        input: input.text,
        kind: this.resolve(input.toolName).kind,
        invalid: "The call was stopped before its arguments were complete.",
      }),
    );
    return [...said, ...unfinished];
  }

  private start(type: "text" | "reasoning", providerId: string, metadata?: unknown): AgentEvent[] {
    this.count += 1;
    const id = `${this.step.messageId}:${type === "text" ? "t" : "r"}${this.count}`;
    const block: TextBlock | ReasoningBlock = { type, text: "" };
    keepMetadata(block, metadata);
    this.blocks.push(block);
    this.open.set(`${type}:${providerId}`, { id, block });
    return [{ type: `${type}-start`, id }];
  }

  private delta(type: "text" | "reasoning", providerId: string, delta: string, metadata?: unknown): AgentEvent[] {
    const started = this.open.has(`${type}:${providerId}`) ? [] : this.start(type, providerId);
    const open = this.open.get(`${type}:${providerId}`);
    if (!open) return started;
    keepMetadata(open.block, metadata);
    open.block.text += delta;
    return delta === "" ? started : [...started, { type: `${type}-delta`, id: open.id, delta }];
  }

  private end(type: "text" | "reasoning", providerId: string, metadata?: unknown): AgentEvent[] {
    const open = this.open.get(`${type}:${providerId}`);
    if (!open) return [];
    keepMetadata(open.block, metadata);
    this.open.delete(`${type}:${providerId}`);
    return [{ type: `${type}-end`, id: open.id }];
  }

  private async inputStart(providerId: string, toolName: string): Promise<AgentEvent[]> {
    if (this.inputs.has(providerId)) return [];
    const callId = await this.callId(providerId);
    this.inputs.set(providerId, { callId, toolName, text: "" });
    return [{ type: "tool-input-start", callId, toolName, kind: this.resolve(toolName).kind }];
  }

  private inputDelta(providerId: string, delta: string): AgentEvent[] {
    const input = this.inputs.get(providerId);
    if (!input || delta === "") return [];
    input.text += delta;
    return [{ type: "tool-input-delta", callId: input.callId, delta }];
  }

  private async call(providerId: string, toolName: string, text: string, metadata?: unknown): Promise<AgentEvent[]> {
    const started = await this.inputStart(providerId, toolName);
    const streamed = this.inputs.get(providerId)?.text === "" ? this.inputDelta(providerId, text) : [];
    const callId = await this.callId(providerId);
    this.inputs.delete(providerId);
    const { resolved, kind } = this.resolve(toolName);
    if (resolved.type === "unmounted") {
      this.unmounted = toolName;
      throw new Error(`The model called "${toolName}", which its page no longer offers.`);
    }
    const parsed = resolved.type === "tool" ? parseToolInput(resolved.tool, text) : unknownTool(toolName, text);
    const reason = resolved.type === "tool" && parsed.ok ? approvalReason(resolved.tool, parsed.input) : null;
    const block: ToolCallBlock = { type: "tool-call", callId, toolName, input: parsed.input, kind };
    if (reason !== null) block.approval = { reason };
    if (!parsed.ok) block.invalid = parsed.problem;
    keepMetadata(block, metadata);
    this.blocks.push(block);
    const { providerMetadata: _, ...event } = block;
    return [...started, ...streamed, event as AgentEvent];
  }

  private resolve(toolName: string) {
    const resolved = resolveTool(this.step.definition, this.step.state, toolName);
    return { resolved, kind: kindOf(resolved) };
  }

  /** The provider's id when it is new in its thread, else one of ours. */
  private async callId(providerId: string): Promise<string> {
    const known = this.callIds.get(providerId);
    if (known) return known;
    const { conversation, usedCallIds } = this.step.resources;
    const usable = /^[\w.:-]{1,128}$/.test(providerId);
    const taken = !usable || conversation.hasCall(providerId) || (await usedCallIds([providerId])).length > 0;
    const callId = taken ? createId("call") : providerId;
    this.callIds.set(providerId, callId);
    return callId;
  }
}

function unknownTool(toolName: string, text: string): { ok: false; input: Json; problem: string } {
  let input: Json = text;
  try {
    input = JSON.parse(text) as Json;
  } catch {
    // Shown as the model wrote it.
  }
  return { ok: false, input, problem: `There is no tool named "${toolName}".` };
}

function keepMetadata(block: { providerMetadata?: ProviderMetadata }, metadata: unknown): void {
  if (!metadata) return;
  const given = metadata as ProviderMetadata;
  // Start, deltas and end may each carry a part of it, per provider.
  const merged: ProviderMetadata = { ...block.providerMetadata };
  for (const [provider, values] of Object.entries(given)) merged[provider] = { ...merged[provider], ...values };
  block.providerMetadata = merged;
}

function toUsage(usage: LanguageModelV4Usage): TokenUsage {
  return {
    inputTokens: usage.inputTokens.total ?? null,
    outputTokens: usage.outputTokens.total ?? null,
    cachedInputTokens: usage.inputTokens.cacheRead ?? null,
    reasoningTokens: usage.outputTokens.reasoning ?? null,
  };
}
