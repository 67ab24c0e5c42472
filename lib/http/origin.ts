import { AppError } from "../errors";

/**
 * Refuses a request that a page of another site made. No `Origin` passes: scripts and other servers send none, and
 * a browser sends one with everything that could change something.
 *
 * The host a browser asked for is in `X-Forwarded-Host` behind a proxy and in `Host` otherwise. A page cannot set
 * either for a request to another site.
 * @throws AppError `forbidden`
 */
export function checkOrigin(request: Request): void {
  const origin = request.headers.get("origin");
  if (origin === null) return;
  const hosts = [request.headers.get("x-forwarded-host")?.split(",")[0], request.headers.get("host")];
  if (!isOwnOrigin(origin, hosts)) {
    throw new AppError("forbidden", "This request came from a page of another site.");
  }
}

/** Whether an `Origin` names one of these hosts, port included. `null` and anything that is no web origin do not. */
export function isOwnOrigin(origin: string, hosts: (string | null | undefined)[]): boolean {
  const url = parseUrl(origin);
  if (!url || !/^https?:$/.test(url.protocol) || url.origin !== origin) return false;
  return hosts.some((host) => {
    const own = host?.trim();
    // The browser leaves a default port out, a proxy may spell it: let the same parser normalise both.
    return own ? parseUrl(`${url.protocol}//${own}`)?.host === url.host : false;
  });
}

function parseUrl(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null;
}
