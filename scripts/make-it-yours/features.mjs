// What can be taken out, and what belongs to it. Joining files mark their own lines: see edit.mjs.

/**
 * @typedef {object} Feature
 * @property {string} what for people
 * @property {string[]} entries files and folders that go
 * @property {string[]} [rooms] folders of which goes whatever nothing else imports any more
 * @property {RegExp} traces a test of the running application that shows one of these tests the feature, and goes
 * @property {[from: string, to: string][]} [moves] files and folders that get another name
 * @property {Record<string, string>} [writes] path → template
 * @property {[pattern: RegExp, text: string][]} [words] replaced in what is left of app, components, e2e and lib
 * @property {[pattern: RegExp, text: string][]} [prose] replaced in what is left of the pages
 */

/** @type {Record<string, Feature>} */
export const FEATURES = {
  "order-desk": {
    what: "the demo's orders, their tools and their page; an assistant with the page's tools takes their place",
    entries: [
      "app/api/orders",
      "lib/agents/order-desk.ts",
      "lib/agents/order-desk.test.ts",
      "lib/agents/order-desk/order-book.ts",
      "lib/agents/order-desk/order.schema.ts",
      "lib/agents/order-desk/testing/memory-order-book.ts",
      "lib/agents/order-desk/tools/look-up-order.ts",
      "lib/agents/order-desk/tools/refund-order.ts",
      "lib/agents/order-desk/tools/search-orders.ts",
      "lib/store/orders.ts",
      "lib/store/demo-orders.ts",
      "lib/store/testing/orders.contract.ts",
      "components/order-desk/order-desk.tsx",
      "components/order-desk/order-desk.test.tsx",
    ],
    rooms: ["components/order-desk"],
    traces: /refund_order|look_up_order|search_orders|\bA-10\d\d\b|api\/orders|[Oo]rder desk/,
    moves: [
      ["lib/agents/order-desk", "lib/agents/assistant"],
      ["components/order-desk", "components/workspace"],
    ],
    writes: {
      "lib/agents/assistant.ts": "assistant.ts.txt",
      "lib/agents/assistant.test.ts": "assistant.test.ts.txt",
      "components/workspace/workspace.tsx": "workspace.tsx.txt",
      "components/chat-ui/demo-suggestions.ts": "demo-suggestions.ts.txt",
      "e2e/starter.spec.ts": "starter.spec.ts.txt",
    },
    words: [
      [/agents\/order-desk\b/g, "agents/assistant"],
      [/order-desk\/order-desk"/g, 'workspace/workspace"'],
      [/components\/order-desk\//g, "components/workspace/"],
      [/\.\.\/order-desk\//g, "../workspace/"],
      [/\bcreateOrderDesk\(\{ orders \}\)/g, "createAssistant()"],
      [/\bcreateOrderDesk\b/g, "createAssistant"],
      [/\bOrderDesk\b/g, "Workspace"],
      // What the model is told of the page's tools.
      [/ Fields have ids: "#email", "#delivery-date"\. Orders are "\.order-row"\./g, ""],
      [/ The summary of all orders is in #summary\./g, ""],
      [/ of an order row\b/g, ""],
      [/\bthe shipping form on\b/g, "the form on"],
      [/for example "\.order-row"/g, 'for example "h2"'],
      [/for example "Delivery date for A-1003"/g, 'for example "Date of the meeting"'],
    ],
    prose: [
      [/\bAsk about an order, or about this page\b/g, "Ask about this page"],
      [/\bOrder desk\b/g, "Workspace"],
      [/\border desk\b/g, "workspace"],
    ],
  },
  "ai-sdk": {
    what: "the AI SDK's page and route",
    entries: ["app/chat", "app/api/chat", "app/api/chat.test.ts", "lib/server/chat.ts", "e2e/chat"],
    rooms: ["components/ai-sdk", "lib/protocols/ai-sdk"],
    traces: /api\/chat\b|["'`/]chat\/|"\/chat"|HeadlessChat/,
  },
  agui: {
    what: "the AG-UI page and route",
    entries: ["app/agui", "app/api/agui", "lib/server/agui.ts", "e2e/agui"],
    rooms: ["components/ag-ui", "lib/protocols/ag-ui"],
    traces: /\bagui\b|AG-UI/,
  },
  copilotkit: {
    what: "the CopilotKit page and routes",
    entries: ["app/copilotkit", "app/api/copilotkit", "app/api/copilotkit.test.ts", "lib/server/copilotkit.ts"],
    rooms: ["components/copilotkit", "lib/protocols/copilotkit"],
    traces: /copilotkit|CopilotKit/,
  },
  bench: {
    what: "the benchmarks",
    entries: ["bench", "app/api/bench", "docs/benchmarks.md"],
    traces: /\/api\/bench/,
  },
};

/** Clients by the first part of their pages' paths, in the order in which one takes another's place. */
export const CLIENTS = { "ai-sdk": "chat", agui: "agui", copilotkit: "copilotkit" };

/** What else goes with a feature. */
export const IMPLIED = { "ai-sdk": ["bench"] };

/** Packages that go when nothing imports them any more. */
export const PACKAGES = [
  "@ai-sdk/react",
  "@ag-ui/client",
  "@ag-ui/core",
  "ag-ui-client-0.0.59",
  "@copilotkit/react-core",
];

/** The script itself, and the check of pages that describe the project as it was. */
export const ONCE = [
  "scripts/make-it-yours.mjs",
  "scripts/make-it-yours.test.ts",
  "scripts/make-it-yours",
  "scripts/docs.test.ts",
  "scripts/first-ten-minutes.ts",
  "scripts/testing",
  "docs/make-it-yours.md",
];
