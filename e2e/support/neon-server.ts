import { createDatabase } from "../../lib/store/testing/databases";
import { startWsProxy } from "../../lib/store/testing/ws-proxy";
import { AppServer } from "./app-server";

/** A production server on Neon's driver: WebSocket, through a proxy, to a new database of a real PostgreSQL. */
export async function startNeonServer(postgres: string): Promise<{ server: AppServer; dispose(): Promise<void> }> {
  const database = await createDatabase(postgres);
  const { hostname, port } = new URL(database.url);
  const proxy = await startWsProxy({ host: hostname, port: Number(port || 5432) });
  const env = { DATABASE_DRIVER: "neon", NEON_WS_PROXY: proxy.address };
  const server = await AppServer.start({ databaseUrl: database.url, env });
  return {
    server,
    async dispose() {
      await server.dispose();
      await proxy.stop();
      await database.drop();
    },
  };
}
