import { randomBytes } from "node:crypto";
import { readEnv } from "../env";
import { createSessions } from "../http/session";

/** The application's sessions, signed with `AUTH_SECRET` or with a secret that the database keeps. */
export const sessions = createSessions(async () => {
  const { AUTH_SECRET } = readEnv();
  if (AUTH_SECRET) return AUTH_SECRET;
  // Loaded only where it is needed: the proxy lives without the database when AUTH_SECRET is set.
  const { agentStore } = await import("./database");
  return agentStore().setting("auth-secret", () => randomBytes(32).toString("base64url"));
});
