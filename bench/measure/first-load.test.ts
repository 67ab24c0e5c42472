import { describe, expect, it } from "vitest";
import { scriptsOf } from "./first-load";

describe("the scripts of a page", () => {
  it("are those that a browser with modules loads, each once", () => {
    const html = `<script src="/a.js" async=""></script><script src="/a.js"></script><link rel="preload" href="/p.js">
      <script src="/polyfills.js" noModule=""></script><script>self.x = 1</script><script async="" src="/b.js?v=1"></script>`;
    expect(scriptsOf(html)).toEqual(["/a.js", "/b.js?v=1"]);
  });
});
