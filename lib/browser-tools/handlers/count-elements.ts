import { findElements } from "../find-element";
import type { ToolHandler } from "../tool-handler";

export const countElements: ToolHandler<"count_elements", number> = ({ selector }) => findElements(selector).length;
