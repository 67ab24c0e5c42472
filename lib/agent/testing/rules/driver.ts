import { AppError } from "../../../errors";
import type { NativeDecision, NativeResult, ThreadAgent } from "../../api";
import type { Answer } from "../../events";
import type { InputTranslator, Submission } from "../../protocol";
import type { Stored } from "../ground";
import type { Named } from "./answers";
import type { Said } from "./commands";
import type { Act } from "./expected";

const envelope: InputTranslator<Submission> = {
  translate: (submission) => submission,
  messageId: (submission) => submission.message?.id,
};

/** Makes the request that an act stands for; resolves with what came back, as the rules put it. */
export async function perform(
  agent: ThreadAgent,
  act: Act,
  texts: Record<string, string>,
  stored: Stored,
): Promise<string> {
  try {
    return await request(agent, act, texts, stored);
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}

async function request(agent: ThreadAgent, act: Act, texts: Record<string, string>, stored: Stored): Promise<string> {
  const question = (tag: string) => ({ id: tag, blocks: [{ type: "text" as const, text: texts[tag] ?? "" }] });
  switch (act.type) {
    case "ask":
      return (await agent.stream(question(act.tag))).acceptance;
    case "regenerate":
      return (await agent.stream(question(act.tag), { regenerate: true })).acceptance;
    case "answer": {
      const { named, strict } = act;
      if (!strict) {
        const message = act.question === null ? {} : { message: question(act.question) };
        const submission = { answers: toAnswers(named), strict: false, ...message };
        return (await agent.submitInputs(submission, envelope).accept()).acceptance;
      }
      const continuation =
        named[0]?.said.type === "decision"
          ? agent.submitApprovalDecisions(toDecisions(named))
          : agent.submitToolResults(toResults(named));
      return (await continuation.accept()).acceptance;
    }
    case "stop":
      return String(await agent.stop());
    case "recover": {
      const run = stored.runs.at(-1);
      if (act.fence === "none" || !run) return (await agent.recover()).acceptance;
      const attempt = act.fence === "wrong attempt" ? run.attempt - 1 : run.attempt;
      const runId = act.fence === "wrong run" ? "run_of_another_thread" : run.runId;
      return (await agent.recover({ runId, attempt })).acceptance;
    }
    case "abandon":
      return String(await agent.abandon());
    case "reset":
      await agent.resetConversation();
      return "reset";
    case "release":
      return "released";
  }
}

const idOf = ({ call }: Named) => call?.callId ?? "call_nobody_made";

function toDecisions(named: Named[]): Record<string, NativeDecision> {
  const decision = (said: Said): NativeDecision => {
    if (said.type !== "decision") throw new Error("A map of decisions holds decisions.");
    if (said.approved) return "approve";
    return said.reason ? ["reject", said.reason] : "reject";
  };
  return Object.fromEntries(named.map((entry) => [idOf(entry), decision(entry.said)]));
}

function toResults(named: Named[]): Record<string, NativeResult> {
  const result = (said: Said): NativeResult => {
    if (said.type === "decision") throw new Error("A map of results holds results.");
    return said.type === "result" ? { result: said.value } : { error: said.message };
  };
  return Object.fromEntries(named.map((entry) => [idOf(entry), result(entry.said)]));
}

function toAnswers(named: Named[]): Record<string, Answer> {
  const answer = (said: Said): Answer => {
    switch (said.type) {
      case "decision":
        return { type: "approval", approved: said.approved, ...(said.reason && { reason: said.reason }) };
      case "result":
        return { type: "outcome", outcome: { type: "result", value: said.value } };
      case "error":
        return { type: "outcome", outcome: { type: "error", message: said.message } };
    }
  };
  return Object.fromEntries(named.map((entry) => [idOf(entry), answer(entry.said)]));
}
