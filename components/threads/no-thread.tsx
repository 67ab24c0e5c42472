import Link from "next/link";
import { COMPOSER_ID } from "../chat-ui/composer-id";
import { PageFrame } from "../shell/page-frame";

/** For a thread's address that leads nowhere, or nowhere for this visitor. */
export function NoThread({ client }: { client: string }) {
  return (
    <PageFrame>
      <div className="mx-auto flex max-w-xl flex-col gap-3 px-4 py-16 sm:px-6">
        <h1 className="text-2xl font-semibold tracking-tight">There is no such conversation for you</h1>
        <p className="text-muted-foreground">
          The address may be mistyped, or the conversation belongs to somebody else: each browser has its own.
        </p>
        <p>
          <Link
            // Where the skip link of a thread's page leads.
            id={COMPOSER_ID}
            href={`/${client}`}
            prefetch={false}
            className="inline-flex min-h-11 items-center rounded-lg bg-primary px-3.5 text-sm font-medium text-primary-foreground hover:bg-primary/90 sm:min-h-9"
          >
            New conversation
          </Link>
        </p>
      </div>
    </PageFrame>
  );
}
