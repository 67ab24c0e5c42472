const THREAD_PAGES = [
  "chat", // only with ai-sdk
  "agui", // only with agui
  "copilotkit", // only with copilotkit
  "inspector",
];

/** The page that shows the threads: the one that is open, so that choosing another thread keeps the client. */
export function threadPageOf(pathname: string): string {
  const page = pathname.split("/")[1] ?? "";
  return THREAD_PAGES.includes(page) ? page : (THREAD_PAGES[0] ?? "");
}

/** The thread that the page at this path shows. */
export function threadIdOf(pathname: string): string | null {
  const [, page = "", segment = ""] = pathname.split("/");
  if (!THREAD_PAGES.includes(page) || segment === "") return null;
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}
