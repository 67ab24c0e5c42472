import { z } from "zod";
import type { Json, JsonObject } from "../json";
import type { ToolOutcome } from "./messages";

/** A JSON schema written by hand or by a client, told from a zod schema by not being one. */
export type ToolSchema = z.ZodType | JsonObject;
export type ToolInput<S> = S extends z.ZodType ? z.output<S> : JsonObject;

/** `true` or a text: a person approves first, and the text is the reason shown to them. */
export type ApprovalVerdict = boolean | string;
export type ApprovalPolicy<Input> = ApprovalVerdict | ((input: Input) => ApprovalVerdict);

/** What a server tool may use while it runs. */
export interface ToolContext {
  threadId: string;
  /** Who owns the thread: the session. */
  ownerId: string;
  runId: string;
  /** Identity of this execution; use it as the idempotency key towards outside systems. */
  callId: string;
  /** Aborted when the run is stopped or taken over. */
  signal: AbortSignal;
  /** Emits a portable event into the run log while the tool works. */
  emit(
    event:
      | { type: "custom"; name: string; value: Json }
      | { type: "activity"; messageId: string; activityType: string; content: JsonObject },
  ): void;
}

interface ToolBase<Name extends string, S extends ToolSchema> {
  name: Name;
  description: string;
  inputSchema: S;
  /** Seeds, "Tool Approval": a tool declares its own risk. Default `false`. */
  approval: ApprovalPolicy<ToolInput<S>>;
  /** Executions of this tool in one run; overrides the agent's `toolMaxRuns`. */
  maxRuns?: number;
}

/** Runs in our process. */
export interface ServerTool<Name extends string = string, S extends ToolSchema = ToolSchema> extends ToolBase<Name, S> {
  kind: "server";
  /** Returns the result, or `toolError(…)` for a failure that the model should read. A throw fails the run. */
  execute(
    input: ToolInput<S>,
    context: ToolContext,
  ): Promise<Json | undefined | ToolError> | Json | undefined | ToolError;
}

/** Only declared here; runs in the browser (a deferred tool). */
export interface FrontendTool<Name extends string = string, S extends ToolSchema = ToolSchema>
  extends ToolBase<Name, S> {
  kind: "frontend";
  /** Whether a page may run a waiting call again by itself after a reload. */
  safeToRepeat: boolean;
  /** A person answers in a card instead of a handler that returns by itself. */
  answeredBy: "handler" | "person";
}

// biome-ignore lint/suspicious/noExplicitAny: a tool's schema type is known only where it is declared
export type AnyTool = ServerTool<string, any> | FrontendTool<string, any>;

/** An expected failure that the model can read. */
export class ToolError {
  constructor(readonly message: string) {}
  toOutcome(): ToolOutcome {
    return { type: "error", message: this.message };
  }
}
export function toolError(message: string): ToolError {
  return new ToolError(message);
}

/** Declares a tool that this process executes. */
export function defineTool<const Name extends string, S extends ToolSchema>(
  tool: Omit<ServerTool<Name, S>, "kind" | "approval"> & { approval?: ApprovalPolicy<ToolInput<S>> },
): ServerTool<Name, S> {
  return { kind: "server", approval: false, ...tool } as ServerTool<Name, S>;
}

/** Declares a tool that the browser executes (seeds, "Declaring frontend tools"). */
export function frontendTool<const Name extends string, S extends ToolSchema = JsonObject>(
  tool: Omit<FrontendTool<Name, S>, "kind" | "approval" | "inputSchema" | "safeToRepeat" | "answeredBy"> & {
    inputSchema?: S;
    approval?: ApprovalPolicy<ToolInput<S>>;
    safeToRepeat?: boolean;
    answeredBy?: "handler" | "person";
  },
): FrontendTool<Name, S> {
  const inputSchema = tool.inputSchema ?? ({ type: "object", properties: {} } as unknown as S);
  return {
    kind: "frontend",
    approval: false,
    safeToRepeat: false,
    answeredBy: "handler",
    ...tool,
    inputSchema,
  } as FrontendTool<Name, S>;
}

/** The tool, with a person's approval forced where it is attached. */
export function requireApproval<T extends AnyTool>(tool: T, reason: string | true = true): T {
  return { ...tool, approval: reason };
}

/** The tool, with a declared approval waived where it is attached. */
export function suppressApproval<T extends AnyTool>(tool: T): T {
  return { ...tool, approval: false };
}

/** The tool under another approval policy. */
export function withApprovalPolicy<T extends AnyTool>(tool: T, policy: T["approval"]): T {
  return { ...tool, approval: policy };
}

const jsonSchemas = new WeakMap<z.ZodType, JsonObject>();

/**
 * The schema as the model reads it. Hand-written and client schemas pass unchanged; a zod schema is converted once, and
 * every caller gets the same object.
 */
export function toJsonSchema(schema: ToolSchema): JsonObject {
  if (!(schema instanceof z.ZodType)) return schema;
  let converted = jsonSchemas.get(schema);
  if (!converted) {
    converted = z.toJSONSchema(schema, { io: "input", target: "draft-7" }) as JsonObject;
    jsonSchemas.set(schema, converted);
  }
  return converted;
}
