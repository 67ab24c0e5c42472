const ALLOWED_PROTOCOLS = new Set(["http:", "https:", "mailto:"]);

/** A link target that a model may give: absolute with a harmless protocol, or a path of this site. Else `undefined`. */
export function safeHref(href: string | undefined): string | undefined {
  if (!href) return undefined;
  if (href.startsWith("#") || /^\/(?![/\\])/.test(href)) return href;
  try {
    return ALLOWED_PROTOCOLS.has(new URL(href).protocol) ? href : undefined;
  } catch {
    return undefined;
  }
}
