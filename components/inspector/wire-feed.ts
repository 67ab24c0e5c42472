import { threadPath } from "./inspector-api";
import type { WireItem } from "./log-frame";

/**
 * How the page reads the log. `live` events come as they happen · `idle` everything is read and no run is running ·
 * `lost` the run died or the connection broke · `dropped` left on purpose.
 */
export type FeedState = "connecting" | "live" | "idle" | "lost" | "dropped";

/** Events that come together are shown together. */
const GATHER_MS = 60;

export interface FeedOptions {
  threadId: string;
  /** The number before the first run to read. */
  from: number;
  onItems(items: WireItem[]): void;
  onState(state: FeedState): void;
}

/** The page's reader of the log: open while a run is running, and resumed by number. */
export class WireFeed {
  /** Newest number received. */
  last: number;
  state: FeedState = "idle";
  private source: EventSource | null = null;
  private gathered: WireItem[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly options: FeedOptions) {
    this.last = options.from;
  }

  get isOpen(): boolean {
    return this.source !== null;
  }

  open(): void {
    if (this.source) return;
    const { threadId, from } = this.options;
    const query = `from=${from}&after=${this.last}`;
    const source = new EventSource(`${threadPath(threadId, "wire")}?${query}`);
    this.source = source;
    let broken = false;
    this.setState("connecting");
    source.onopen = () => this.setState("live");
    source.onmessage = ({ data }: MessageEvent<string>) => {
      const frame = JSON.parse(data) as WireItem | { type: "stream-error" };
      if ("native" in frame) this.take(frame);
      else broken = true;
    };
    // The end of a stream and its failure look alike to an EventSource, and it would begin again by itself.
    source.onerror = () => {
      const opened = this.state === "live";
      this.close(broken || !opened ? "lost" : "idle");
    };
  }

  close(state: FeedState): void {
    this.source?.close();
    this.source = null;
    this.flush();
    this.setState(state);
  }

  private take(item: WireItem): void {
    if (item.number <= this.last) return;
    this.last = item.number;
    this.gathered.push(item);
    this.timer ??= setTimeout(() => this.flush(), GATHER_MS);
  }

  private flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const items = this.gathered;
    this.gathered = [];
    if (items.length > 0) this.options.onItems(items);
  }

  private setState(state: FeedState): void {
    this.state = state;
    this.options.onState(state);
  }
}
