import type { NextConfig } from "next";

/**
 * What pages may load, and from where. Scripts and styles are not restricted: Next's inline ones would need a nonce, and
 * with it every page would be rendered anew for each request.
 */
const contentSecurityPolicy = [
  "base-uri 'self'",
  // A script that got into the page after all has nowhere to send what it finds. `next dev` reloads over a WebSocket.
  `connect-src 'self' data: blob:${process.env.NODE_ENV === "development" ? " ws: wss:" : ""}`,
  "font-src 'self' data:",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "frame-src 'none'",
  // An answer's Markdown may name an image of any host, and loading it would tell that host what the model wrote into
  // its address.
  "img-src 'self' data: blob:",
  "object-src 'none'",
  "worker-src 'self' blob:",
];

const securityHeaders = [
  { key: "X-Content-Type-Options", value: "nosniff" },
  { key: "Referrer-Policy", value: "strict-origin-when-cross-origin" },
  { key: "X-Frame-Options", value: "DENY" },
  { key: "Permissions-Policy", value: "camera=(), geolocation=(), microphone=()" },
  { key: "Content-Security-Policy", value: contentSecurityPolicy.join("; ") },
];

/** What the bench compares us with is in no other build: `route.bench.ts` is a route only there. */
const pageExtensions = [...(process.env.NEURON_BENCH ? ["bench.ts"] : []), "tsx", "ts"];

const config: NextConfig = {
  pageExtensions,
  // Test builds go to a folder of their own, so that they never disturb a running `next dev` or `next start`.
  distDir: process.env.NEXT_DIST_DIR || ".next",
  // Asked for (Dockerfile, browser tests), not always: `next start` would warn about it with every start.
  ...(process.env.NEXT_OUTPUT === "standalone" ? { output: "standalone" as const } : {}),
  // Read at run time by path, which no bundler sees: the migrations, and the embedded database's own files.
  outputFileTracingIncludes: {
    "/**": ["./drizzle/**/*", "./node_modules/@electric-sql/pglite/dist/*.{wasm,data}"],
  },
  poweredByHeader: false,
  typedRoutes: false,
  agentRules: false,
  // These load native parts or WebAssembly from beside their own files: bundling them breaks that.
  serverExternalPackages: ["@electric-sql/pglite", "@neondatabase/serverless", "pg", "ws"],
  turbopack: {
    resolveAlias: { "@ai-sdk/gateway": { browser: "./lib/bundle/no-gateway.ts" } },
    rules: {
      // Error messages in forty languages, which a page that names `z` as a whole would load (37 KB gzip). English is
      // imported on its own, by zod itself.
      "**/zod/v4/locales/index.js": { condition: "browser", loaders: ["./lib/bundle/empty-module.cjs"] },
      // only with copilotkit {
      // CopilotKit's developer overlay, which `enableInspector={false}` never loads. Compiling it would take 40 % of the
      // time until the page first opens under `next dev`.
      "**/@copilotkit/web-inspector/dist/index.mjs": { loaders: ["./lib/bundle/empty-module.cjs"] },
      // } only with copilotkit
    },
  },
  headers: async () => [{ source: "/:path*", headers: securityHeaders }],
};

export default config;
