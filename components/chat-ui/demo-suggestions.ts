import type { Suggestion } from "./suggestions";

/** What the order desk's agent can show: one suggestion per pattern. The scripted model understands each of them. */
export const demoSuggestions: readonly Suggestion[] = [
  { title: "Tool on the server", prompt: "Look up order A-1004" },
  { title: "Tool in the browser", prompt: "What is the title of this page?" },
  { title: "Approval", prompt: "Refund 250 for A-1001" },
  { title: "Mixed: browser and approval", prompt: "Read the text of #summary and refund 250 for A-1002" },
  { title: "Answered by a person", prompt: "Pick a delivery date for A-1003" },
  { title: "In parallel", prompt: "Look up A-1001, A-1004 and A-1007" },
  { title: "Failure, then retry", prompt: "Fail once in the middle of an answer" },
  { title: "Long answer", prompt: "Tell a long story in several languages" },
];
