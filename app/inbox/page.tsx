import type { Metadata } from "next";
import { InboxPage } from "@/components/inbox/inbox-page";
import { PageFrame } from "@/components/shell/page-frame";

export const metadata: Metadata = { title: "Inbox" };

/** `/inbox`: what waits for a person, over all threads. */
export default function Inbox() {
  return (
    <PageFrame heading="Inbox">
      <InboxPage />
    </PageFrame>
  );
}
