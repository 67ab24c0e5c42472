import type { NextConfig } from "next";

const securityHeaders = [
  { key: "X-Content-Type-Options", value: "nosniff" },
  { key: "Referrer-Policy", value: "strict-origin-when-cross-origin" },
  { key: "X-Frame-Options", value: "DENY" },
  // An answer's Markdown may name an image of any host, and loading it would tell that host what the model wrote into
  // its address. Nothing else is restricted here: Next's inline scripts would need a nonce, and with it dynamic pages.
  { key: "Content-Security-Policy", value: "img-src 'self' data: blob:" },
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
    },
  },
  headers: async () => [{ source: "/:path*", headers: securityHeaders }],
};

export default config;
