import type { Answer } from './answer.ts';
import { GOOGLE_SECRET, type Site } from './site.ts';

/** Words that only a library, a database or a stack would say. */
const FOREIGN =
  /gotrue|postgrest|pglite|supabase|node_modules|introspect|syntax error|relation "|column "|function .* does not exist|\bat \w+ \(|\.ts:\d+|\/work\/|client_secret/i;

/** Whether a request got nothing: an answer of 4xx, or none at all. */
export function isRefused({ status }: Answer): boolean {
  return status === 0 || (status >= 400 && status < 500);
}

/** What an answer must never hold, or null. */
export function leaksIn({ status, headers, body }: Answer, site: Site, isAnna = false): string | null {
  const all = `${Object.values(headers).join('\n')}\n${body}`;
  const secrets = [
    ['the secret of tokens', site.server.jwtSecret],
    ['the secret key', site.server.secretKey],
    ['the secret of Google', GOOGLE_SECRET],
    ["Anna's token", site.anna.token],
    ...(isAnna ? [] : [["Anna's task", 'A private plan']]),
  ] as const;
  const found = secrets.find(([, secret]) => secret !== undefined && secret !== '' && all.includes(secret));
  if (found) return found[0] ?? null;
  if (status >= 500 && status !== 503) return 'a fault of the server';
  return status >= 400 && FOREIGN.test(body) ? 'words of a library' : null;
}

/** A path for the table: short, and the same in each run. */
export function shownPath(path: string): string {
  const plain = path
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi, 'ID')
    .replaceAll(/eyJ[\w.-]+/g, 'TOKEN');
  return plain.length > 90 ? `${plain.slice(0, 60)}… (${path.length} characters)` : plain;
}
