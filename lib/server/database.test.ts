import { describe, expect, it } from "vitest";
import { parseEnv } from "../env";
import { databaseConfig } from "./database";

describe("the database configuration", () => {
  it("is the embedded database in DATA_DIR without an address", () => {
    expect(databaseConfig(parseEnv({ DATA_DIR: "/srv/data" }))).toEqual({ driver: "pglite", dataDir: "/srv/data" });
  });

  it("is a server's address for pg, and Neon's with its proxy", () => {
    const url = "postgres://u@host/db";
    expect(databaseConfig(parseEnv({ DATABASE_URL: url }))).toEqual({ driver: "pg", url });
    const neon = parseEnv({ DATABASE_URL: url, DATABASE_DRIVER: "neon", NEON_WS_PROXY: "localhost:5488/v1" });
    expect(databaseConfig(neon)).toEqual({ driver: "neon", url, wsProxy: "localhost:5488/v1" });
    expect(databaseConfig({ ...neon, NEON_WS_PROXY: undefined })).toEqual({ driver: "neon", url });
  });
});
