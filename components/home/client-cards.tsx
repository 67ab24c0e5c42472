import { ArrowRight } from "lucide-react";
import Link from "next/link";

/** What a thread can be opened in. */
export const clients = [
  { name: "AI SDK", path: "/chat", text: "useChat on the UI message stream." }, // only with ai-sdk
  { name: "AG-UI", path: "/agui", text: "@ag-ui/client on typed events over SSE." }, // only with agui
  { name: "CopilotKit", path: "/copilotkit", text: "CopilotChat, its hooks and its cards." }, // only with copilotkit
];

/** Each client opens a new thread, which the others can go on with. */
export function ClientCards() {
  return (
    <ul className="grid gap-2 sm:grid-cols-3">
      {clients.map(({ name, path, text }) => (
        <li key={path} className="flex">
          <Link
            href={path}
            prefetch={false}
            className="group flex min-h-11 flex-1 flex-col gap-1 rounded-xl border bg-card px-3.5 py-3 transition-colors hover:border-input hover:bg-muted"
          >
            <span className="flex items-center gap-1.5 font-medium">
              {name}
              <ArrowRight aria-hidden className="size-4 transition-transform group-hover:translate-x-0.5" />
            </span>
            <span className="text-sm text-muted-foreground">{text}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
