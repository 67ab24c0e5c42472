import { beforeAll, expect, it, vi } from "vitest";
import { type Client, warmUp } from "./testing/client";

vi.hoisted(() => {
  process.env.DATA_DIR = "memory://faults-off";
  process.env.AUTH_SECRET = "a secret for tests";
  process.env.FAULT_LAB = "";
});

let client: Client;

beforeAll(async () => {
  client = await warmUp();
}, 180_000);

it("where the fault lab is off there is no such route, and the inspector says so", async () => {
  await client.send("/api/threads/whole/messages", { text: "Refund 250 for A-1001" });
  expect(await client.send("/api/threads/whole/faults", { fault: "dead" })).toMatchObject({
    status: 404,
    body: { error: { code: "not-found" } },
  });
  expect((await client.get("/api/threads/whole/inspector")).body).toMatchObject({ faultLab: false });
});
