import { lockDirectory } from "../db/directory-lock";

/* Locks the directory given as first argument and holds it until it is killed; with `exit` as second, ends by itself. */
const [directory = "", then] = process.argv.slice(2);
await lockDirectory(directory);
console.log("locked");
if (then === "exit") process.exit();
setInterval(() => {}, 1_000);
