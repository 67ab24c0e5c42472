import { convertToModelMessages, jsonSchema, streamText, type ToolSet, tool, type UIMessage } from "ai";
import { z } from "zod";
import { readEnv } from "@/lib/env";
import { resolveModel } from "@/lib/models/resolve";
import { server } from "@/lib/server";

/** What the bare route needs; the same model, instructions and tool declarations as the agent's. */
async function prepare() {
  const { agent } = await server();
  const env = readEnv();
  const { languageModel } = await resolveModel({ ...env, demoDelayMs: env.DEMO_DELAY_MS });
  const tools: ToolSet = {};
  for (const { name, description, inputSchema } of agent.definition.tools) {
    // Without `execute` every call is the client's.
    tools[name] = tool({
      description,
      inputSchema: inputSchema instanceof z.ZodType ? inputSchema : jsonSchema(inputSchema),
    });
  }
  return { model: languageModel, instructions: agent.definition.instructions, tools };
}

let prepared: ReturnType<typeof prepare> | undefined;

/** The route that everybody writes first: `streamText`, nothing stored, no session, the client's history believed. */
export async function postBareChat(request: Request): Promise<Response> {
  prepared ??= prepare();
  const { messages } = (await request.json()) as { messages: UIMessage[] };
  const result = streamText({ ...(await prepared), messages: await convertToModelMessages(messages) });
  return result.toUIMessageStreamResponse();
}
