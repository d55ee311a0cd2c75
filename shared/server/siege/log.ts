import { readFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { newestLink, PASSWORD } from './person.ts';
import { GOOGLE_SECRET, type Site } from './site.ts';

/** What a server printed that it must not, in words, or null. */
export async function faultsOfLog(site: Site): Promise<string | null> {
  const { server, anna, bert } = site;
  const links = await Promise.all([anna, bert].map(({ email }) => newestLink(site, email)));
  const secrets: readonly (readonly [string, string])[] = [
    ['the secret of tokens', server.jwtSecret],
    ['the secret key', server.secretKey],
    ['the secret of Google', GOOGLE_SECRET],
    ['a password', PASSWORD],
    ...[anna, bert].flatMap(({ token, refreshToken, email }) => [
      ['an access token', token] as const,
      ['a refresh token', refreshToken] as const,
      ['the address of an account', email] as const,
    ]),
    ...links.map((link) => ['a link of a mail', link] as const),
  ];
  const log = server.output();
  const found = secrets.find(([, secret]) => secret !== '' && log.includes(secret));
  if (found) return `the log holds ${found[0]}`;
  return /eyJ[\w-]+\.|token_hash|sb_secret|[0-9a-f]{64}/.test(log)
    ? 'the log holds what looks like a token'
    : null;
}

/** How many megabytes of memory a process has. */
export function memoryOf(pid: number): number {
  try {
    const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return Math.round(Number(kilobytes) / 1024);
  } catch {
    // Not Linux.
    return Math.round(
      Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024,
    );
  }
}
