/** The target of a request: its path, and its query without the question mark. */
export interface Target {
  path: string;
  query: string;
}

/** A name or an address, with or without a port (RFC 9110, 7.2). */
const HOST = /^([a-z0-9]([a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])(:\d{1,5})?$/i;
/** Literal backslashes and characters outside printable ASCII; encoded separators and control characters. */
const FORBIDDEN = /[^\x21-\x7e]|\\|%(2f|5c|[01][0-9a-f]|7f)/i;

/**
 * Parses the target of a request. Returns null if it is ambiguous: the path is not in its canonical form, or Host is not
 * name[:port]. All parts of the server use this result, so that they agree on the path.
 */
export function readTarget({
  url = '',
  headers,
}: {
  url?: string | undefined;
  headers: { host?: string | undefined };
}): Target | null {
  const [path = '', ...rest] = url.split('?');
  const query = rest.join('?');
  if (!HOST.test(headers.host ?? '') || !path.startsWith('/') || FORBIDDEN.test(path)) return null;
  if (/[^\x21-\x7e]|\\/.test(query) || path.includes('#') || query.includes('#')) return null;
  return URL.canParse(path, 'http://site') && new URL(path, 'http://site').pathname === path
    ? { path, query }
    : null;
}
