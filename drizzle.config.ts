import { defineConfig } from "drizzle-kit";

// Generating a migration compares the schema with drizzle/meta and needs no database.
export default defineConfig({
  dialect: "postgresql",
  schema: "./lib/store/db/schema.ts",
  out: "./drizzle",
});
