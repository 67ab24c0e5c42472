import { describeOutcome } from "../describe";
import { type Intent, say } from "../intent";
import { quote } from "../quote";
import type { Situation } from "../situation";
import { tellStory } from "../story";
import { truncate } from "../truncate";

const story: Intent = {
  example: "Tell a long story in several languages",
  matches: ({ bare }) =>
    /\b(?:tell|write|give|generate|stream|say|produce)\b.*\b(?:long|story|essay|\d+ words)\b|^\W*(?:a )?long (?:answer|text|story)\b/i.test(
      bare,
    ),
  act: ({ bare }) => [say(tellStory(Number(/\b(\d{1,6})\s+words\b/i.exec(bare)?.[1] ?? 0)))],
};

const recap: Intent = {
  example: "What happened so far?",
  matches: ({ bare }) =>
    /\bwhat\b.*\b(?:happened|did (?:i|you|we))\b|\b(?:recap|summari[sz]e)\b.*|\bdid (?:it|that|this) (?:work|go|succeed|fail)\b|\bremember\b/i.test(
      bare,
    ),
  // "What did I attach?" asks for the files, which every answer names that has been given some.
  act: ({ bare }, { situation }) =>
    situation.files.length > 0 && /\battach|\bupload|\bfiles?\b/i.test(bare) ? [] : [say(recapOf(situation))],
};

function recapOf({ earlier }: Situation): string {
  if (earlier.length === 0) return "Nothing yet: this is the first question that I can see.";
  const lines = earlier.map(({ question, calls }, n) => {
    const outcomes = calls.map((call) => `\n   - ${describeOutcome(call)}`);
    return `${n + 1}. You asked: ${quote(truncate(question.replace(/\s+/g, " "), 200))}${outcomes.join("")}`;
  });
  return `So far in this conversation:\n\n${lines.join("\n")}`;
}

const greeting: Intent = {
  courtesy: true,
  matches: ({ bare }) =>
    /^\W*(?:hi|hello|hey|good (?:morning|afternoon|evening)|ciao|hola|hallo|bonjour)\b/i.test(bare),
  act: () => [say("Hello! I look after the order desk. Ask me what I can do, or just ask.")],
};

const thanks: Intent = {
  courtesy: true,
  matches: ({ bare }) => /^\W*(?:thanks?|thank you|cheers|great|perfect)\b/i.test(bare),
  act: () => [say("You are welcome.")],
};

/** Long answers win over what they are about. */
export const storyTelling: Intent[] = [story];

/** What needs no tool. Last but for failures: words like "hello" often open another wish. */
export const smallTalk: Intent[] = [recap, greeting, thanks];
