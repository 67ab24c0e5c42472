import type { Metadata } from "next";
import { ThreadPicker } from "@/components/inspector/thread-picker";

export const metadata: Metadata = { title: "Inspector" };

/** `/inspector`: choose a thread. */
export default function InspectorIndexPage() {
  return <ThreadPicker />;
}
