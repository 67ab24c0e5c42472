import { eq } from "drizzle-orm";
import type { Database } from "./db/database";
import { settings } from "./db/schema";

/** A value of the installation: what the first caller of any process made of it. */
export async function readSetting({ orm }: Database, name: string, make: () => string): Promise<string> {
  const read = async () => (await orm.select().from(settings).where(eq(settings.name, name)))[0]?.value;
  const known = await read();
  if (known !== undefined) return known;
  const value = make();
  await orm.insert(settings).values({ name, value }).onConflictDoNothing();
  return (await read()) ?? value;
}
