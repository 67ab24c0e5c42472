import { test } from "@playwright/test";
import { createDatabase, findServer } from "../../lib/store/testing/databases";
import { AppServer } from "../support/app-server";
import { answerInParts, approve, callTools, followAndStop } from "../support/conversation";
import { ApiClient } from "../support/session";

/** Two production servers over one PostgreSQL; each request goes to either of them, as it comes. */
test.describe("several processes", () => {
  const servers: AppServer[] = [];
  let api: ApiClient;
  let drop: () => Promise<void> = async () => {};

  test.describe.configure({ timeout: 180_000 });
  test.beforeAll(async () => {
    test.setTimeout(240_000);
    const postgres = await findServer();
    test.skip(!postgres, "No PostgreSQL server answers (TEST_DATABASE_URL).");
    const database = await createDatabase(postgres ?? "");
    drop = database.drop;
    servers.push(...(await Promise.all([0, 1].map(() => AppServer.start({ databaseUrl: database.url })))));
    const session = await ApiClient.create(servers[0]?.url ?? "");
    api = session.balanced(() => servers[Math.floor(Math.random() * servers.length)]?.url ?? "");
  });
  test.afterAll(async () => {
    await Promise.all(servers.map((server) => server.dispose()));
    await drop();
  });

  test("tools of the browser and of the server, in whichever process", async () => {
    for (let round = 0; round < 4; round++) await callTools(api);
  });

  test("an approval that both are told of at once is carried out once", async () => {
    for (const orderId of ["A-1001", "A-1002", "A-1003", "A-1004"]) await approve(api, orderId);
  });

  test("results that arrive at both at once make one continuation", async () => {
    for (let round = 0; round < 4; round++) await answerInParts(api);
  });

  test("a run is followed from both and stopped from either", async () => {
    const readers = servers.map(({ url }) => api.at(url));
    for (let round = 0; round < 2; round++) await followAndStop(api, readers);
  });
});
