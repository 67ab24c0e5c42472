import { server } from "@/lib/server";
import { route } from "@/lib/server/route";

/** Open to everybody. `ok` means that the database answered just now. */
export const GET = route(
  async () => {
    const { database, model } = await server();
    await database.ping();
    return { ok: true, database: database.driver, model: model.id };
  },
  { session: "none" },
);
