// @vitest-environment happy-dom
import { act, useState } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { TOUCH_MS } from "../touch";
import { fillField } from "./fill-field";

function Form() {
  const [state, setState] = useState({ note: "", code: "", express: false, country: "se" });
  return (
    <form>
      <textarea id="note" value={state.note} onChange={(event) => setState({ ...state, note: event.target.value })} />
      <input
        id="code"
        name="promo-code"
        value={state.code}
        onChange={(event) => setState({ ...state, code: event.target.value.toUpperCase() })}
      />
      <input
        id="express"
        type="checkbox"
        checked={state.express}
        onChange={(event) => setState({ ...state, express: event.target.checked })}
      />
      <select
        id="country"
        value={state.country}
        onChange={(event) => setState({ ...state, country: event.target.value })}
      >
        <option value="se">Sweden</option>
        <option value="no">Norway</option>
      </select>
      <output id="state">{JSON.stringify(state)}</output>
    </form>
  );
}

let root: Root;
const state = () => JSON.parse(document.querySelector("#state")?.textContent ?? "{}");
const fill = (selector: string, value: string) => act(async () => fillField({ selector, value }));

beforeEach(async () => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  document.body.innerHTML = "<div></div>";
  root = createRoot(document.querySelector("div")!);
  await act(async () => root.render(<Form />));
});

afterEach(async () => {
  await act(async () => root.unmount());
  vi.useRealTimers();
});

describe("a form that React controls", () => {
  test("keeps the text, as if it had been typed", async () => {
    expect(await fill("#note", "Ring twice")).toEqual({ field: "note", value: "Ring twice" });
    expect(state().note).toBe("Ring twice");
    await fill("#note", "");
    expect(state().note).toBe("");
  });

  test("answers with what the form made of the value", async () => {
    expect(await fill("#code", "spring")).toEqual({ field: "promo-code", value: "SPRING" });
  });

  test("ticks a checkbox only when that changes it", async () => {
    expect(await fill("#express", "true")).toEqual({ field: "express", value: true });
    expect(await fill("#express", "true")).toEqual({ field: "express", value: true });
    expect(state().express).toBe(true);
    expect(await fill("#express", "false")).toEqual({ field: "express", value: false });
    expect(state().express).toBe(false);
    await expect(fill("#express", "maybe")).rejects.toThrow('it takes "true" or "false"');
  });

  test("chooses an option by value or by its text", async () => {
    expect(await fill("#country", "no")).toEqual({ field: "country", value: "no" });
    expect(await fill("#country", "Sweden")).toEqual({ field: "country", value: "se" });
    expect(state().country).toBe("se");
    await expect(fill("#country", "Mars")).rejects.toThrow('has no option "Mars". It has: Sweden, Norway.');
  });
});

describe("what it refuses", () => {
  const refuse = (html: string, value = "x") => {
    document.body.innerHTML = html;
    return expect(() => fillField({ selector: "#it", value }));
  };

  test("a selector without a match, or of something else than a field", () => {
    refuse("").toThrow('Nothing on the page matches "#it".');
    refuse('<p id="it">').toThrow('"#it" is not a field that can be filled in.');
    refuse('<input id="it" type="password">').toThrow("is not a field");
    refuse('<input id="it" type="file">').toThrow("is not a field");
  });

  test("a field that is disabled or read-only", () => {
    refuse('<input id="it" disabled>').toThrow('"#it" cannot be changed now.');
    refuse('<textarea id="it" readonly></textarea>').toThrow('"#it" cannot be changed now.');
  });

  test("what is outside the agent's part of the page: composer and approval cards", () => {
    const outside = '"#it" is for the user to fill in.';
    refuse('<section data-agent-surface></section><textarea id="it"></textarea>').toThrow(outside);
    refuse('<section data-agent-surface></section><div role="log"><input id="it"></div>').toThrow(outside);
  });

  test("a text that the field cannot hold, which leaves the field as it was", () => {
    document.body.innerHTML = '<input id="it" type="date" value="2026-03-02">';
    const field = document.querySelector<HTMLInputElement>("#it")!;
    // What browsers do for a date that they cannot read; the DOM of this test keeps any text.
    const native = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")!;
    const spy = vi.spyOn(HTMLInputElement.prototype, "value", "set").mockImplementation(function (
      this: HTMLInputElement,
      value,
    ) {
      native.set?.call(this, /^\d{4}-\d\d-\d\d$/.test(value) ? value : "");
    });
    expect(() => fillField({ selector: "#it", value: "tomorrow" })).toThrow(
      '"#it" does not accept "tomorrow": a date is written YYYY-MM-DD.',
    );
    expect(field.value).toBe("2026-03-02");
    spy.mockRestore();
  });
});

describe("what the person sees", () => {
  test("the field is marked for a moment and scrolled into view", () => {
    vi.useFakeTimers();
    document.body.innerHTML = '<input id="it">';
    const field = document.querySelector("#it")!;
    const scroll = vi.spyOn(field, "scrollIntoView").mockImplementation(() => {});
    fillField({ selector: "#it", value: "x" });
    expect(field.getAttribute("data-agent-touched")).toBe("write");
    expect(scroll).toHaveBeenCalledWith({ block: "nearest", behavior: "smooth" });
    vi.advanceTimersByTime(TOUCH_MS - 1);
    fillField({ selector: "#it", value: "y" });
    vi.advanceTimersByTime(TOUCH_MS - 1);
    expect(field.hasAttribute("data-agent-touched")).toBe(true);
    vi.advanceTimersByTime(1);
    expect(field.hasAttribute("data-agent-touched")).toBe(false);
  });

  test("nothing moves for somebody who wants reduced motion", () => {
    document.body.innerHTML = '<input id="it">';
    const field = document.querySelector("#it")!;
    const scroll = vi.spyOn(field, "scrollIntoView").mockImplementation(() => {});
    vi.spyOn(window, "matchMedia").mockReturnValue({ matches: true } as MediaQueryList);
    fillField({ selector: "#it", value: "x" });
    expect(scroll).toHaveBeenCalledWith({ block: "nearest", behavior: "auto" });
    vi.restoreAllMocks();
  });
});
