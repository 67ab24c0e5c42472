import type { ReactNode } from "react";

const databases = {
  pglite: "PGlite, embedded in the server",
  pg: "PostgreSQL",
  neon: "Neon",
} as const;

/** Which models and which database answer, and what to set for others. */
export function InUse({ models, database }: { models: string[]; database: keyof typeof databases }) {
  return (
    <dl className="grid gap-2 sm:grid-cols-2">
      <Item
        term={models.length === 1 ? "Model" : "Models"}
        value={models.map((id) => (id === "demo" ? "demo: scripted, no key, no network" : id)).join(" · ")}
        lines={["AGENT_MODEL=anthropic/<model>", "ANTHROPIC_API_KEY=…"]}
      >
        <code>openai/…</code> and <code>google/…</code> with their keys, or <code>custom/…</code> with{" "}
        <code>AGENT_MODEL_BASE_URL</code> for Ollama, vLLM and LM Studio. Several, with commas between them, are a
        choice for whoever writes.
      </Item>
      <Item term="Database" value={databases[database]} lines={["DATABASE_URL=postgres://…"]}>
        Any PostgreSQL server, or a Neon address. Unset, PGlite keeps its files in <code>.data/</code>.
      </Item>
    </dl>
  );
}

function Item({ term, value, lines, children }: { term: string; value: string; lines: string[]; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col gap-2 rounded-xl border bg-card px-3.5 py-3 text-sm">
      <dt className="text-xs text-muted-foreground">{term}</dt>
      <dd className="wrap-anywhere -mt-2 font-medium">{value}</dd>
      <dd className="flex flex-col gap-2 text-muted-foreground [&_code]:text-foreground">
        <p>
          To change it, add this to <code>.env.local</code> and start again:
        </p>
        <pre className="rounded-lg bg-muted px-2.5 py-2 font-mono text-xs whitespace-pre-wrap wrap-anywhere text-foreground">
          {lines.join("\n")}
        </pre>
        <p>{children}</p>
      </dd>
    </div>
  );
}
