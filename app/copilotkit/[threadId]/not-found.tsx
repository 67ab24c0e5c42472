import { NoThread } from "@/components/threads/no-thread";

export default function NoSuchThread() {
  return <NoThread client="copilotkit" />;
}
