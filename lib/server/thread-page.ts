import { notFound } from "next/navigation";
import { parseThreadId } from "../protocols/native/parse";

/** The thread that a page's address names; an address that no thread can have is a page that does not exist. */
export async function threadIdOf(params: Promise<{ threadId: string }>): Promise<string> {
  const { threadId } = await params;
  try {
    // A page gets the segment as it was written.
    return parseThreadId(decodeURIComponent(threadId));
  } catch {
    notFound();
  }
}
