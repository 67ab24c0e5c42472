import type { Message } from "@ag-ui/client";
import { expect, it } from "vitest";
import { olderThan } from "./messages";

const list = (...ids: string[]): Message[] => ids.map((id) => ({ id, role: "user", content: id }));

it("what was loaded before a page stays before it, and nothing where the page begins elsewhere", () => {
  expect(olderThan(list("c", "d"), list("a", "b", "c"))).toEqual(list("a", "b"));
  expect(olderThan(list("a"), list("a", "b"))).toEqual([]);
  expect(olderThan(list("x"), list("a", "b"))).toEqual([]);
  expect(olderThan([], list("a"))).toEqual([]);
});
