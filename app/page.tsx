import { ClientCards, clients } from "@/components/home/client-cards";
import { InUse } from "@/components/home/in-use";
import { StartThread } from "@/components/home/start-thread";
import { PageFrame } from "@/components/shell/page-frame";
import { server } from "@/lib/server";

// It says what this server uses, not what the machine that built it used.
export const dynamic = "force-dynamic";

const names = new Intl.ListFormat("en-GB");
const several = clients.length > 1;

/** `/`: what this is, a thread to start, and what answers it. */
export default async function HomePage() {
  const { agent, database } = await server();
  const { ids } = agent.models;
  return (
    <PageFrame>
      <div className="mx-auto flex max-w-3xl flex-col gap-8 px-4 py-8 sm:px-6 sm:py-12">
        <header className="flex flex-col gap-3">
          <h1 className="text-3xl font-semibold tracking-tight text-balance">An agent that survives the page</h1>
          <p className="text-pretty text-muted-foreground">
            Neuron Next is a starter for agents that work on your server and in your user's browser. Every run is stored
            step by step, so it outlives a reload, a lost connection and a restart, and waits as long as it takes for a
            person's approval.
            {several && ` ${names.format(clients.map(({ name }) => name))} show the same threads, side by side.`}
          </p>
        </header>
        <StartThread models={ids.length > 1 ? { ids, current: agent.models.usable(undefined) } : undefined} />
        {several && (
          <section aria-labelledby="clients" className="flex flex-col gap-3">
            <h2 id="clients" className="text-xl font-semibold tracking-tight">
              Start in another client
            </h2>
            <ClientCards />
          </section>
        )}
        <section aria-labelledby="in-use" className="flex flex-col gap-3">
          <h2 id="in-use" className="text-xl font-semibold tracking-tight">
            In use
          </h2>
          <InUse models={ids} database={database.driver} />
        </section>
      </div>
    </PageFrame>
  );
}
