import { describe, expect, test } from "vitest";
import { frontendTools, handledTools, personTools, toClientTools } from "./frontend-tools.schema";
import { approvalFor } from "./testing/tool-context";
import { copyText } from "./tools/copy-text";

const named = Object.fromEntries(frontendTools.map((tool) => [tool.name, tool]));
const accepts = (name: string, input: unknown) => named[name]?.inputSchema.safeParse(input).success;

describe("the catalog", () => {
  test("names every tool that the page's contract lists, once", () => {
    expect(frontendTools.map((tool) => tool.name).toSorted()).toEqual(
      [
        "read_title",
        "read_text",
        "list_headings",
        "read_form",
        "is_checked",
        "count_elements",
        "read_attribute",
        "fill_field",
        "set_theme",
        "copy_text",
        "pick_date",
      ].toSorted(),
    );
  });

  test("says who answers: a handler, or for pick_date a person", () => {
    expect(handledTools.every((tool) => tool.answeredBy === "handler")).toBe(true);
    expect(personTools.map((tool) => [tool.name, tool.answeredBy])).toEqual([["pick_date", "person"]]);
  });

  test("repeats by itself only what leaves nothing behind", () => {
    const once = frontendTools.filter((tool) => !tool.safeToRepeat).map((tool) => tool.name);
    expect(once).toEqual(["copy_text", "pick_date"]);
  });

  test("asks a person before the clipboard is replaced, and for nothing else", () => {
    expect(approvalFor(copyText, { text: "x" })).toBe("This text replaces whatever is on your clipboard now.");
    const asking = frontendTools.filter((tool) => tool.approval !== false).map((tool) => tool.name);
    expect(asking).toEqual(["copy_text"]);
  });

  test("describes each tool and each of its arguments' shapes as JSON schema", () => {
    for (const { description, parameters } of toClientTools()) {
      expect(description.length).toBeGreaterThan(30);
      expect(parameters).toMatchObject({ type: "object", properties: expect.any(Object) });
    }
    expect(toClientTools().find((tool) => tool.name === "read_attribute")?.parameters).toMatchObject({
      required: ["selector", "name"],
    });
  });
});

describe("schemas accept what their handler can work with", () => {
  test.each([
    ["read_title", {}],
    ["list_headings", {}],
    ["read_form", {}],
    ["read_text", { selector: "#summary" }],
    ["is_checked", { selector: "#express" }],
    ["count_elements", { selector: ".order-row" }],
    ["read_attribute", { selector: ".order-row", name: "data-status" }],
    ["fill_field", { selector: "#note", value: "" }],
    ["set_theme", { theme: "dark" }],
    ["copy_text", { text: "A-1001" }],
    ["pick_date", { label: "Delivery date" }],
  ])("%s %j", (name, input) => {
    expect(accepts(name, input)).toBe(true);
  });
});

describe("schemas refuse what no handler could work with", () => {
  test.each([
    ["read_text", {}],
    ["read_text", { selector: " " }],
    ["is_checked", { selector: 5 }],
    ["count_elements", { selector: "x".repeat(501) }],
    ["read_attribute", { selector: "h1" }],
    ["fill_field", { selector: "#note" }],
    ["fill_field", { selector: "#note", value: "x".repeat(5_001) }],
    ["set_theme", { theme: "sepia" }],
    ["copy_text", { text: "" }],
    ["pick_date", { label: "" }],
  ])("%s %j", (name, input) => {
    expect(accepts(name, input)).toBe(false);
  });
});
