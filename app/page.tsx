import Link from "next/link";

export default function HomePage() {
  return (
    <main className="mx-auto flex max-w-2xl flex-col gap-4 p-8">
      <h1 className="text-2xl font-semibold">Neuron Next</h1>
      <p className="text-muted-foreground">An agent whose runs survive reloads, restarts and closed tabs.</p>
      <p>
        <Link className="underline underline-offset-4" href="/chat">
          Open the chat
        </Link>
      </p>
    </main>
  );
}
