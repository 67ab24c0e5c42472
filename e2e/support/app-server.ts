import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Environment of one server: its own data folder unless it shares a database. */
export interface AppServerOptions {
  /** PostgreSQL URL; absent: the embedded database in a folder of its own. */
  databaseUrl?: string;
  dataDir?: string;
  /** Folder of a standalone build, which is then started as it is in a container; absent: `next start` here. */
  standaloneDir?: string;
  env?: Record<string, string>;
  /** Options of Node itself. */
  nodeOptions?: string[];
}

const START_TIMEOUT_MS = 120_000;

/** A production server of its own process, for tests that kill it. `start` again keeps port and data. */
export class AppServer {
  private child: ChildProcess | null = null;
  /** Everything the server printed. */
  output = "";

  private constructor(
    readonly port: number,
    private readonly dataDir: string,
    private readonly options: AppServerOptions,
  ) {}

  static async start(options: AppServerOptions = {}): Promise<AppServer> {
    const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), "neuron-next-server-"));
    const server = new AppServer(await freePort(), dataDir, options);
    await server.start();
    return server;
  }

  get url(): string {
    return `http://localhost:${this.port}`;
  }

  async start(): Promise<void> {
    const { databaseUrl = "", standaloneDir, env = {}, nodeOptions = [] } = this.options;
    // Not `npx next`: a signal to that would leave the real server running.
    const next = ["node_modules/next/dist/bin/next", "start", "-p", String(this.port)];
    this.child = spawn(process.execPath, [...nodeOptions, ...(standaloneDir ? ["server.js"] : next)], {
      cwd: standaloneDir,
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        ...process.env,
        NEXT_DIST_DIR: process.env.NEXT_DIST_DIR ?? ".next-test",
        NEXT_TELEMETRY_DISABLED: "1",
        DATA_DIR: this.dataDir,
        DATABASE_URL: databaseUrl,
        DATABASE_DRIVER: "",
        AGENT_MODEL: "",
        ...(standaloneDir && { PORT: String(this.port), HOSTNAME: "localhost" }),
        AUTH_SECRET: "a secret of the tests, thirty-two characters",
        ...env,
      },
    });
    // A test that fails before it can dispose of its server must not leave it running.
    const { child } = this;
    process.once("exit", () => child.kill("SIGKILL"));
    const collect = (chunk: Buffer) => {
      this.output += chunk.toString();
    };
    this.child.stdout?.on("data", collect);
    this.child.stderr?.on("data", collect);
    await this.ready();
  }

  /** Sends a signal that does not end the process. */
  signal(signal: NodeJS.Signals): void {
    this.child?.kill(signal);
  }

  /** `kill -9`: nothing gets a chance to clean up. Resolves when the process is gone. */
  async kill(signal: NodeJS.Signals = "SIGKILL"): Promise<void> {
    const { child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((resolve) => child.once("exit", resolve));
    child.kill(signal);
    await gone;
  }

  async restart(): Promise<void> {
    await this.kill();
    await this.start();
  }

  /** Ends the server and removes its data. */
  async dispose(): Promise<void> {
    await this.kill("SIGTERM");
    if (!this.options.dataDir) rmSync(this.dataDir, { recursive: true, force: true, maxRetries: 3 });
  }

  private async ready(): Promise<void> {
    const deadline = Date.now() + START_TIMEOUT_MS;
    while (Date.now() < deadline) {
      if (this.child?.exitCode !== null && this.child?.exitCode !== undefined) break;
      try {
        const response = await fetch(`${this.url}/api/health`);
        if (response.ok) return;
      } catch {
        // Not listening yet.
      }
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error(`The server did not start:\n${this.output}`);
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, () => {
      const address = probe.address();
      probe.close(() =>
        typeof address === "object" && address ? resolve(address.port) : reject(new Error("No port.")),
      );
    });
  });
}
