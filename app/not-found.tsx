import Link from "next/link";
import { PageFrame } from "@/components/shell/page-frame";

/** For addresses that lead nowhere. */
export default function NotFound() {
  return (
    <PageFrame>
      <div className="mx-auto flex max-w-xl flex-col gap-3 px-4 py-16 sm:px-6">
        <h1 className="text-2xl font-semibold tracking-tight">There is no such page</h1>
        <p className="text-muted-foreground">The address may be mistyped, or what was here has moved.</p>
        <p>
          <Link href="/" prefetch={false} className="font-medium text-primary underline underline-offset-4">
            Go to the start
          </Link>
        </p>
      </div>
    </PageFrame>
  );
}
