import { describe, expect, it } from "vitest";
import { SseParser } from "./sse-parser";

describe("the event stream parser", () => {
  it("puts frames together that were cut anywhere, characters included", () => {
    const bytes = Buffer.from('data: {"delta":"灯"}\n\n:\n\ndata: {"delta":"🏴‍☠️"}\n\ndata: [DONE]\n\n');
    const parser = new SseParser();
    const values = [...bytes].flatMap((byte) => parser.push(Buffer.from([byte])));
    expect(values).toEqual([{ delta: "灯" }, { delta: "🏴‍☠️" }]);
  });
});
