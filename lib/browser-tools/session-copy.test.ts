// @vitest-environment happy-dom
import { beforeEach, expect, test } from "vitest";
import { createSessionCopy } from "./session-copy";

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === "string");
const copyOf = (version = 1, storage?: () => Storage | null) =>
  createSessionCopy({ name: "texts", version, isValid: isTexts, ...(storage ? { storage } : {}) });

/** The tab's storage, with some of its methods replaced. */
function storageWith(changes: Partial<Storage>): () => Storage {
  const { sessionStorage } = window;
  return () => ({
    length: 0,
    clear: () => sessionStorage.clear(),
    key: (index) => sessionStorage.key(index),
    getItem: (key) => sessionStorage.getItem(key),
    setItem: (key, value) => sessionStorage.setItem(key, value),
    removeItem: (key) => sessionStorage.removeItem(key),
    ...changes,
  });
}

beforeEach(() => sessionStorage.clear());

test("what was saved for a thread is loaded for that thread only", () => {
  copyOf().save("thread_1", ["hello"]);
  expect(copyOf().load("thread_1")).toEqual(["hello"]);
  expect(copyOf().load("thread_2")).toBeNull();
  copyOf().clear("thread_1");
  expect(copyOf().load("thread_1")).toBeNull();
});

test("clients with another format keep their own copies", () => {
  copyOf().save("thread_1", ["hello"]);
  expect(createSessionCopy({ name: "other", version: 1, isValid: isTexts }).load("thread_1")).toBeNull();
});

test("a copy of another version is ignored", () => {
  copyOf(1).save("thread_1", ["hello"]);
  expect(copyOf(2).load("thread_1")).toBeNull();
});

test.each(["", "{", "null", "[]", '{"v":1}', '{"v":1,"value":[5]}', '"text"'])("stored %j is ignored", (text) => {
  copyOf().save("thread_1", ["hello"]);
  for (const key of Object.keys(sessionStorage)) sessionStorage.setItem(key, text);
  expect(copyOf().load("thread_1")).toBeNull();
});

test("a full storage throws nothing and leaves no stale copy", () => {
  copyOf().save("thread_1", ["old"]);
  const full = storageWith({
    setItem: () => {
      throw new DOMException("full", "QuotaExceededError");
    },
  });
  copyOf(1, full).save("thread_1", ["new"]);
  expect(copyOf().load("thread_1")).toBeNull();
});

test("a page without storage works without a copy", () => {
  const blocked = () => {
    throw new DOMException("blocked", "SecurityError");
  };
  for (const storage of [() => null, blocked]) {
    copyOf(1, storage).save("thread_1", ["hello"]);
    expect(copyOf(1, storage).load("thread_1")).toBeNull();
    copyOf(1, storage).clear("thread_1");
  }
});
