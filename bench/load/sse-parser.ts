import { StringDecoder } from "node:string_decoder";

/** Cuts a stream of server-sent events into the JSON values of its `data:` frames. Comments and `[DONE]` are left out. */
export class SseParser {
  private readonly decoder = new StringDecoder("utf8");
  private rest = "";

  push(chunk: Buffer): unknown[] {
    const frames = (this.rest + this.decoder.write(chunk)).split("\n\n");
    this.rest = frames.pop() ?? "";
    const values: unknown[] = [];
    for (const frame of frames) {
      if (frame.startsWith("data: ") && frame !== "data: [DONE]") values.push(JSON.parse(frame.slice(6)));
    }
    return values;
  }
}
