import { describe, expect, it } from "vitest";
import { ask, DEMO_TOOLS, settle } from "../testing/demo-prompt";
import { planAnswer } from "./plan";

/** The calls of the first step, as `name {input}`. */
function callsOf(question: string): string[] {
  return planAnswer({ prompt: ask(question), tools: DEMO_TOOLS }).calls.map(
    ({ toolName, input }) => `${toolName} ${input}`,
  );
}

describe("reading the page", () => {
  it.each([
    ["What is the title of this page?", "read_title {}"],
    ["TITLE please", "read_title {}"],
    ["Read the text of #summary", 'read_text {"selector":"#summary"}'],
    ["What does #summary say?", 'read_text {"selector":"#summary"}'],
    ["Read the delivery date field", 'read_text {"selector":"#delivery-date"}'],
    ["Read `#orders .order-row`", 'read_text {"selector":"#orders .order-row"}'],
    ["#customer", 'read_text {"selector":"#customer"}'],
    ["Which headings are there?", "list_headings {}"],
    ["What is in the form?", "read_form {}"],
    ["Is #gift-wrap checked?", 'is_checked {"selector":"#gift-wrap"}'],
    ["is the gift wrap box ticked", 'is_checked {"selector":"#gift-wrap"}'],
    ["Is the box checked?", 'is_checked {"selector":"input[type=\\"checkbox\\"]"}'],
    ["Count `.order-row`", 'count_elements {"selector":".order-row"}'],
    ["How many rows are there?", 'count_elements {"selector":".order-row"}'],
    ["How many headings?", 'count_elements {"selector":"h1, h2, h3, h4, h5, h6"}'],
    ["Count the elements tr", 'count_elements {"selector":"tr"}'],
    ["How many td elements are there?", 'count_elements {"selector":"td"}'],
    ["Count the tables", 'count_elements {"selector":"table"}'],
    ["Count the elements a", 'count_elements {"selector":"a"}'],
    ["Count the links in the table", 'count_elements {"selector":"a"}'],
    ["Count the orders", 'count_elements {"selector":".order-row"}'],
    ["How many elements are on the page?", 'count_elements {"selector":"*"}'],
    ["Is the element gift-wrap checked?", 'is_checked {"selector":"#gift-wrap"}'],
    ["Read attribute data-status of .order-row", 'read_attribute {"selector":".order-row","name":"data-status"}'],
    ["What is the href of #help?", 'read_attribute {"selector":"#help","name":"href"}'],
    ['The lang attribute of "html"', 'read_attribute {"selector":"html","name":"lang"}'],
  ])("understands %j", (question, call) => {
    expect(callsOf(question)).toEqual([call]);
  });
});

describe("working on the page", () => {
  it.each([
    ["Fill the note with leave it at the door", 'fill_field {"selector":"#note","value":"leave it at the door"}'],
    [
      "fill #note with ring twice, please, and wait",
      'fill_field {"selector":"#note","value":"ring twice, please, and wait"}',
    ],
    ['Fill the note with "bread, then the title."', 'fill_field {"selector":"#note","value":"bread, then the title."}'],
    ["Set the delivery date to 2026-03-01", 'fill_field {"selector":"#delivery-date","value":"2026-03-01"}'],
    ["Type ada@example.com into the email field", 'fill_field {"selector":"#email","value":"ada@example.com"}'],
    ["Tick the gift wrap box", 'fill_field {"selector":"#gift-wrap","value":"true"}'],
    ["Uncheck #express", 'fill_field {"selector":"#express","value":"false"}'],
    ["Clear the note field", 'fill_field {"selector":"#note","value":""}'],
    ["Set the theme to dark", 'set_theme {"theme":"dark"}'],
    ["Light mode, please", 'set_theme {"theme":"light"}'],
    ['Copy "refund the title"', 'copy_text {"text":"refund the title"}'],
    ["Copy hello, world to my clipboard", 'copy_text {"text":"hello, world"}'],
    ["Pick a delivery date for A-1003", 'pick_date {"label":"Delivery date for A-1003"}'],
    ["Schedule it", 'pick_date {"label":"Delivery date"}'],
    ["Choose a date for the pickup", 'pick_date {"label":"Date for pickup"}'],
  ])("understands %j", (question, call) => {
    expect(callsOf(question)).toEqual([call]);
  });
});

describe("the order desk", () => {
  it.each([
    ["What time is it?", "server_clock {}"],
    ["Look at the clock", "server_clock {}"],
    ["Look up A-1004", 'look_up_order {"orderId":"A-1004"}'],
    ["Where is order 1004?", 'look_up_order {"orderId":"A-1004"}'],
    ["Look up order XYZ-9", 'look_up_order {"orderId":"XYZ-9"}'],
    ["List the orders that are shipped", 'search_orders {"status":"shipped"}'],
    ["How many orders are delivered?", 'search_orders {"status":"delivered"}'],
    ["Search orders for Ada", 'search_orders {"query":"Ada"}'],
    ['Find orders with "the title"', 'search_orders {"query":"the title"}'],
    ["Show all orders", "search_orders {}"],
    ["Refund 250 for A-1001", 'refund_order {"orderId":"A-1001","amount":250}'],
    ["A refund of 250, please", 'refund_order {"orderId":"A-1001","amount":250}'],
    ["Refund $1,250.50 of order 1002", 'refund_order {"orderId":"A-1002","amount":1250.5}'],
  ])("understands %j", (question, call) => {
    expect(callsOf(question)).toEqual([call]);
  });

  it("asks for the amount of a refund instead of inventing one", () => {
    const { calls, text } = planAnswer({ prompt: ask("Refund A-1002"), tools: DEMO_TOOLS });
    expect(calls).toEqual([]);
    expect(text).toContain("How much shall I refund for A-1002?");
  });

  it("refunds the order that the question is about", () => {
    const question = ask("Look up A-1004, then refund 20");
    const prompt = settle(question, [{ toolName: "look_up_order", input: "{}" }], ["{}"]);
    expect(planAnswer({ prompt, tools: DEMO_TOOLS }).calls).toEqual([
      { toolName: "refund_order", input: '{"orderId":"A-1004","amount":20}' },
    ]);
  });

  it("takes the statuses from the tool's own schema", () => {
    const tools = [
      {
        type: "function" as const,
        name: "search_orders",
        inputSchema: { type: "object" as const, properties: { status: { enum: ["lost", "found"] } } },
      },
    ];
    expect(planAnswer({ prompt: ask("Show my lost orders"), tools }).calls[0]?.input).toBe('{"status":"lost"}');
  });
});
