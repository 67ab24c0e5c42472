import { elementText } from "../element-text";
import type { ToolHandler } from "../tool-handler";

type Heading = { level: number; text: string };

/** Headings of `<main>` in document order. Those of the conversation are left out: the model wrote them itself. */
export const listHeadings: ToolHandler<"list_headings", Heading[]> = () => {
  const scope = document.querySelector("main") ?? document;
  return [...scope.querySelectorAll("h1, h2, h3, h4, h5, h6")]
    .filter((heading) => heading.closest('[role="log"]') === null)
    .map((heading) => ({
      level: Number(heading.tagName.slice(1)),
      text: elementText(heading),
    }));
};
