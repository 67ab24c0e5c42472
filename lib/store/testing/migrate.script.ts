import { connect } from "../database";

/* Opens the PostgreSQL database given as argument, which migrates it. Prints how that went. */
const [url = ""] = process.argv.slice(2);
try {
  const database = await connect({ driver: "pg", url });
  await database.close();
  console.log("migrated");
} catch (error) {
  console.log(error instanceof Error ? error.message : error);
}
