import type { JsonObject } from "../../../json";
import { amounts, onlyWords, orderIds, quotedTexts } from "../clause";
import { call, type Intent, say } from "../intent";
import { code } from "../quote";
import { fieldList, isObject, parseJson, sentence, showResult, table } from "../show";
import { truncate } from "../truncate";

const serverClock: Intent = {
  tool: "server_clock",
  example: "What time is it?",
  matches: ({ bare }) =>
    /(?<!\b(?:this|next|same|first|second|last|every|one|long|another)\s)\btime\b|\bclock\b|\bwhat day\b|\b(?:today|current date)\b/i.test(
      bare,
    ),
  act: () => [call("server_clock", {}, "look at the server's clock")],
  report: (result) => {
    const clock = parseJson(result);
    const readable = isObject(clock) ? clock.readable : undefined;
    return sentence(`The server's clock says ${showResult(typeof readable === "string" ? readable : result)}`);
  },
};

/** An order that the demo refunds when the question names none. */
const USUAL_ORDER = "A-1001";

const refundOrder: Intent = {
  tool: "refund_order",
  example: "Refund 250 for A-1001",
  matches: ({ bare }) => /\brefund/i.test(bare),
  repeats: ({ text }) =>
    onlyWords(text, /^(?:for|of|on|order|another|refund|[$€£]?-?[\d.,]+[$€£]?|dollars|A-?\d+)$/i) &&
    amounts(text).length > 0,
  act: ({ text }, { situation }) => {
    const ids = orderIds(text);
    // "Look up A-1004, then refund 20 for it."
    const meant = orderIds(situation.question).at(-1) ?? USUAL_ORDER;
    const sums = amounts(text);
    if (sums.length === 0) {
      return [
        say(`How much shall I refund${ids[0] ? ` for ${ids[0]}` : ""}? For example: refund 25 for ${ids[0] ?? meant}.`),
      ];
    }
    const count = Math.max(ids.length, sums.length);
    return Array.from({ length: count }, (_, n) => {
      const orderId = ids[n] ?? ids.at(-1) ?? meant;
      const amount = sums[n] ?? sums.at(-1) ?? 0;
      return call("refund_order", { orderId, amount }, `refund ${amount} for ${orderId}`);
    });
  },
  report: (result, { orderId, amount }) => {
    const refund = parseJson(result);
    if (!isObject(refund)) return undefined;
    return `Refunded ${String(amount)} for ${String(orderId)}. The order desk answered:\n\n${fieldList(refund)}`;
  },
};

const STATUSES = ["processing", "shipped", "delivered", "cancelled"];

/** Statuses are whatever the tool's own schema allows. */
function statusesOf(schema: JsonObject | undefined): string[] {
  const status = isObject(schema?.properties) ? schema.properties.status : undefined;
  const allowed =
    isObject(status) && Array.isArray(status.enum) ? status.enum.filter((value) => typeof value === "string") : [];
  return allowed.length > 0 ? allowed : STATUSES;
}

const QUERY = /\b(?:for|from|by|about|containing|named|called|with|search|find)\s+(?:orders?\s+)?(.+)$/is;
const QUERY_FILLER =
  /\b(?:the|my|all|any|orders?|status|which|that|are|is|were|have|been|please|me|show|list|search|find|for|from|by|about|with|in|of)\b/gi;

const searchOrders: Intent = {
  tool: "search_orders",
  example: "List the shipped orders",
  matches: ({ bare }) =>
    orderIds(bare).length === 0 &&
    (/\b(?:search|find)\b/i.test(bare) ||
      /\b(?:list|show|which|what|all|how many|my)\b.*\borders\b/i.test(bare) ||
      (/\borders?\b/i.test(bare) && STATUSES.some((status) => new RegExp(`\\b${status}\\b`, "i").test(bare)))),
  act: ({ text }, { tools }) => {
    const status = statusesOf(tools.get("search_orders")).find((name) =>
      new RegExp(`\\b${escapeRegExp(name)}\\b`, "i").test(text),
    );
    const rest = status ? text.replace(new RegExp(`\\b${escapeRegExp(status)}\\b`, "gi"), " ") : text;
    const words = quotedTexts(text)[0] ?? QUERY.exec(rest)?.[1]?.replace(QUERY_FILLER, " ") ?? "";
    const query = truncate(words.replace(/[?!.\s]+/g, " ").trim(), 200);
    const input: JsonObject = { ...(query ? { query } : {}), ...(status ? { status } : {}) };
    return [
      call(
        "search_orders",
        input,
        `search the orders${query ? ` for ${code(query)}` : ""}${status ? ` (${status})` : ""}`,
      ),
    ];
  },
  report: (result) => {
    const found = parseJson(result);
    const rows = Array.isArray(found)
      ? found
      : isObject(found) && Array.isArray(found.orders)
        ? found.orders
        : undefined;
    if (!rows?.every(isObject)) return undefined;
    if (rows.length === 0) return "No order matches.";
    return `${rows.length === 1 ? "One order matches" : `${rows.length} orders match`}:\n\n${table(rows)}`;
  },
};

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

const lookUpOrder: Intent = {
  tool: "look_up_order",
  example: "Look up order A-1004",
  matches: ({ bare, text }) => orderIds(bare).length > 0 || /\blook(?:ing)?[\s-]*up\s+\S/i.test(text),
  repeats: ({ text }) => orderIds(text).length > 0 && onlyWords(text, /^(?:order|number|for|of|A-?\d+)$/i),
  act: ({ text }) => {
    const ids = orderIds(text);
    const named = /\blook(?:ing)?[\s-]*up\s+(?:the\s+)?(?:order\s+)?[`"“']?([\w-]{1,40})/i.exec(text)?.[1];
    return (ids.length > 0 ? ids : [named ?? USUAL_ORDER]).map((orderId) =>
      call("look_up_order", { orderId }, `look up order ${orderId}`),
    );
  },
  report: (result, { orderId }) => {
    const order = parseJson(result);
    return isObject(order) ? `Order ${code(String(orderId))}:\n\n${fieldList(order)}` : undefined;
  },
};

/** The order desk's server tools. Earlier ones win where two would match. */
export const orderIntents: Intent[] = [refundOrder, searchOrders, lookUpOrder, serverClock];
