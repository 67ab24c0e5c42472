// @vitest-environment happy-dom
import { beforeEach, describe, expect, test } from "vitest";
import { countElements } from "./count-elements";
import { isChecked } from "./is-checked";
import { listHeadings } from "./list-headings";
import { readAttribute } from "./read-attribute";
import { readForm } from "./read-form";
import { readText } from "./read-text";
import { readTitle } from "./read-title";

beforeEach(() => {
  document.title = "Order desk · Neuron Next";
  document.body.innerHTML = `
    <h2>Outside of main</h2>
    <main>
      <section data-agent-surface>
        <h1>Order  <em>desk</em></h1>
        <p id="summary">
          12 orders,
          3 refunded
        </p>
        <table><tr class="order-row" data-status="shipped"></tr><tr class="order-row" data-status=""></tr></table>
        <form>
          <input id="customer" name="customer" value="Mara Lindqvist">
          <input type="password" id="pin" name="pin" value="1234">
          <textarea name="note">Ring twice</textarea>
          <select name="country"><option value="se">Sweden</option><option value="no" selected>Norway</option></select>
          <input type="checkbox" id="gift-wrap" name="gift-wrap" checked>
          <input type="checkbox" id="express" name="express">
          <input type="radio" name="size" value="small"><input type="radio" name="size" value="large" checked>
          <input value="without a name"><button name="send">Send</button>
        </form>
        <span id="switch" role="switch" aria-checked="true"></span>
      </section>
      <div role="log"><h3>Written by the model</h3></div>
      <form><input name="message" value="unsent"></form>
    </main>`;
});

test("read_title reads the document's title", () => {
  expect(readTitle({})).toBe("Order desk · Neuron Next");
});

describe("read_text", () => {
  test("reads text with its white space collapsed", () => {
    expect(readText({ selector: "#summary" })).toBe("12 orders, 3 refunded");
  });

  test("keeps cells and lines apart, and words together", () => {
    document.body.innerHTML = `<table><tr><td>A-1001<div>Mar 2</div></td><td>Ma<b>r</b>a<br>Lindqvist</td></tr></table>
      <style>p {}</style>`;
    expect(readText({ selector: "tr" })).toBe("A-1001 Mar 2 Mara Lindqvist");
    expect(readText({ selector: "body" })).toBe("A-1001 Mar 2 Mara Lindqvist");
  });

  test("reads the value of a field", () => {
    expect(readText({ selector: "#customer" })).toBe("Mara Lindqvist");
    expect(readText({ selector: "textarea" })).toBe("Ring twice");
    expect(readText({ selector: "select" })).toBe("Norway");
  });

  test("refuses a password", () => {
    expect(() => readText({ selector: "#pin" })).toThrow("A password is not read.");
  });

  test("shortens what would fill a prompt and says how much there is", () => {
    document.body.innerHTML = `<p>${"x".repeat(9_000)}</p>`;
    const text = readText({ selector: "p" });
    expect(text).toBe(`${"x".repeat(8_000)} … (9000 characters in all)`);
  });

  test("says readably that nothing matches, and what is no selector", () => {
    expect(() => readText({ selector: "#nowhere" })).toThrow('Nothing on the page matches "#nowhere".');
    expect(() => readText({ selector: "p[" })).toThrow('"p[" is not a valid CSS selector.');
    expect(() => readText({} as { selector: string })).toThrow("A CSS selector is needed.");
  });

  test("shows the person what was read", () => {
    readText({ selector: "#summary" });
    expect(document.querySelector("#summary")?.getAttribute("data-agent-touched")).toBe("read");
  });
});

test("list_headings lists main in order, without the conversation", () => {
  expect(listHeadings({})).toEqual([{ level: 1, text: "Order desk" }]);
  document.querySelector("form")?.insertAdjacentHTML("beforebegin", "<h3>Details</h3><h2>Shipping</h2>");
  expect(listHeadings({})).toEqual([
    { level: 1, text: "Order desk" },
    { level: 3, text: "Details" },
    { level: 2, text: "Shipping" },
  ]);
});

describe("read_form", () => {
  test("reads every named field of the desk's form, not of the composer, and no password", () => {
    expect(readForm({})).toEqual({
      customer: "Mara Lindqvist",
      note: "Ring twice",
      country: "no",
      "gift-wrap": true,
      express: false,
      size: "large",
    });
  });

  test("says when there is no form", () => {
    document.querySelector("form")?.remove();
    expect(() => readForm({})).toThrow("There is no form on this page now.");
  });
});

describe("is_checked", () => {
  test("reads checkboxes and switches", () => {
    expect(isChecked({ selector: "#gift-wrap" })).toBe(true);
    expect(isChecked({ selector: "#express" })).toBe(false);
    expect(isChecked({ selector: "#switch" })).toBe(true);
  });

  test("refuses what cannot be checked", () => {
    expect(() => isChecked({ selector: "#customer" })).toThrow('"#customer" is not something that can be checked.');
    expect(() => isChecked({ selector: "#nowhere" })).toThrow('Nothing on the page matches "#nowhere".');
  });
});

test("count_elements counts, down to none", () => {
  expect(countElements({ selector: ".order-row" })).toBe(2);
  expect(countElements({ selector: ".nothing" })).toBe(0);
  expect(() => countElements({ selector: ":bogus(" })).toThrow("is not a valid CSS selector.");
});

test("read_attribute tells an empty attribute from a missing one", () => {
  expect(readAttribute({ selector: ".order-row", name: "data-status" })).toBe("shipped");
  expect(readAttribute({ selector: ".order-row:last-child", name: "data-status" })).toBe("");
  expect(readAttribute({ selector: ".order-row", name: "data-none" })).toBeNull();
  expect(() => readAttribute({ selector: "#nowhere", name: "id" })).toThrow("Nothing on the page matches");
});
