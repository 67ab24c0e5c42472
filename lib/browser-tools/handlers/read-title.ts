import type { ToolHandler } from "../tool-handler";

export const readTitle: ToolHandler<"read_title", string> = () => document.title;
