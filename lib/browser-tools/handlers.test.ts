// @vitest-environment happy-dom
import { expect, expectTypeOf, test } from "vitest";
import { frontendTools, type HandledToolInputs, handledTools } from "../agents/order-desk/frontend-tools.schema";
import { handlers } from "./handlers";
import { isAnsweredByPerson, isSafeToRepeat } from "./tool-traits";

test("there is a handler for exactly the declared tools that no person answers", () => {
  expect(Object.keys(handlers).toSorted()).toEqual(handledTools.map((tool) => tool.name).toSorted());
});

test("handlers take what the schemas promise", () => {
  expectTypeOf<HandledToolInputs["fill_field"]>().toEqualTypeOf<{ selector: string; value: string }>();
  expectTypeOf<HandledToolInputs["set_theme"]>().toEqualTypeOf<{ theme: "light" | "dark" | "system" }>();
  expectTypeOf(handlers.read_attribute).parameter(0).toEqualTypeOf<{ selector: string; name: string }>();
});

test("the page's copy of the traits agrees with the declarations", () => {
  for (const tool of frontendTools) {
    expect([tool.name, isSafeToRepeat(tool.name)]).toEqual([tool.name, tool.safeToRepeat]);
    expect([tool.name, isAnsweredByPerson(tool.name)]).toEqual([tool.name, tool.answeredBy === "person"]);
  }
});

test("names that no tool has are neither repeatable nor a person's", () => {
  for (const name of ["refund_order", "constructor", "__proto__", ""]) {
    expect(isSafeToRepeat(name)).toBe(false);
    expect(isAnsweredByPerson(name)).toBe(false);
  }
});
