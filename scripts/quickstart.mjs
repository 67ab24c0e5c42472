// From a fresh clone to a running application: installs what is missing, builds what is stale, serves.
import { spawn } from "node:child_process";
import { bin, build, childEnv, freePort, installDependencies, requireNode, root } from "./tools.mjs";

requireNode();

const port = Number(process.env.PORT || 3000);
if (!Number.isInteger(port) || port < 1 || port > 65535) {
  console.error(`PORT must be a number from 1 to 65535, not "${process.env.PORT}".`);
  process.exit(1);
}
const portTaken = `Port ${port} is taken by another program. Stop it, or choose another port: PORT=${port + 1} npm run quickstart`;
if (!(await freePort(port))) {
  console.error(portTaken);
  process.exit(1);
}
if ((await installDependencies()) !== 0) process.exit(1);
if ((await build(".next")) !== 0) {
  console.error("The build failed: see the message above.");
  process.exit(1);
}
// Both may take a minute, in which somebody else may have taken the port.
if (!(await freePort(port))) {
  console.error(portTaken);
  process.exit(1);
}

const url = `http://localhost:${port}`;
console.log(`Starting Neuron Next on ${url} …`);
const server = spawn(process.execPath, [bin.next, "start", "-p", String(port)], {
  cwd: root,
  stdio: "inherit",
  env: childEnv({ NEXT_DIST_DIR: ".next", NEXT_OUTPUT: undefined }),
});
let stopping = false;
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  process.on(signal, () => {
    stopping = true;
    server.kill(signal);
  });
}
server.on("error", (error) => {
  console.error(`The server could not be started: ${error.message}`);
  process.exit(1);
});
let ended = false;
server.on("exit", (code) => {
  ended = true;
  process.exit(stopping ? 0 : (code ?? 1));
});

for (let wait = 0; wait < 240 && !ended; wait++) {
  await new Promise((resolve) => setTimeout(resolve, 250));
  const answers = await fetch(url, { redirect: "manual" }).then(
    (response) => response.status < 500,
    () => false,
  );
  if (answers && !ended) {
    console.log(`\nNeuron Next is ready: open ${url} (Ctrl+C stops it).`);
    break;
  }
}
