import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "./copilot-page";

const FOREIGN = "http://images.example/pixel.png?q=secret";

/** An answer as the runtime streams it. */
function answering(text: string) {
  return ({ threadId, runId }: { threadId: string; runId: string }) =>
    [
      { type: "RUN_STARTED", threadId, runId },
      { type: "TEXT_MESSAGE_START", messageId: "m1", role: "assistant" },
      { type: "TEXT_MESSAGE_CONTENT", messageId: "m1", delta: text },
      { type: "TEXT_MESSAGE_END", messageId: "m1" },
      { type: "RUN_FINISHED", threadId, runId },
    ]
      .map((event) => `data: ${JSON.stringify(event)}\n\n`)
      .join("");
}

test("an image of another host in an answer is named and not fetched", async ({ copilot, page }) => {
  await copilot.open();
  const answer = answering(`Look: ![a pixel](${FOREIGN}) and <img src="${FOREIGN}">. That was all.`);
  await page.route("**/agent/default/run", (route) =>
    route.fulfill({ contentType: "text/event-stream", body: answer(route.request().postDataJSON()) }),
  );
  await copilot.ask("Show me a picture");
  await expect(copilot.answer).toContainText("a pixel");
  await expect(copilot.answer).toContainText("That was all.");
  await expect(copilot.log.locator("img")).toHaveCount(0);
  // The fixture fails the test for a request to another host.
});

test("the browser refuses to load one, whatever puts it on the page", async ({ page }) => {
  let asked = 0;
  const foreign = createServer((_, response) => {
    asked += 1;
    response.end();
  }).listen(0);
  await once(foreign, "listening");
  const { port } = foreign.address() as AddressInfo;
  await page.goto("/copilotkit");
  const blocked = await page.evaluate(
    (src) =>
      new Promise((resolve) => {
        document.addEventListener("securitypolicyviolation", (event) => resolve(event.violatedDirective));
        const image = new Image();
        image.onload = image.onerror = () => setTimeout(() => resolve("nothing"), 1_000);
        image.src = src;
        document.body.append(image);
      }),
    `http://localhost:${port}/pixel.png`,
  );
  foreign.close();
  expect(blocked).toBe("img-src");
  expect(asked).toBe(0);
});
