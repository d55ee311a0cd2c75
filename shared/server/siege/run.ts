import { runCases, type Block, type Case, type Outcome } from './cases.ts';
import { readAllData, newestLink, PASSWORD, visit } from './person.ts';
import { GOOGLE_SECRET, openSite, type Site, type Way } from './site.ts';

export interface Result extends Omit<Case, 'run'>, Outcome {
  block: string;
  way: Way;
}

export interface Figure {
  name: string;
  promise: string;
  measured: string;
  holds: boolean;
}

/** Runs the cases of a block against a site, then a normal visit. Reports each result as soon as it is known. */
export async function runBlock(block: Block, site: Site, report: (result: Result) => void): Promise<void> {
  const before = await readAllData(site, site.anna);
  const { way } = site;
  const cases = block.cases(site);
  for (let at = 0; at < cases.length; at += block.atOnce) {
    const some = cases.slice(at, at + block.atOnce);
    const outcomes = await runCases(some, site, before);
    for (const [index, { name, sends, expects }] of some.entries()) {
      const { seen, fault } = outcomes[index] ?? { seen: 'nothing', fault: 'it did not run' };
      report({ block: block.name, name, sends, expects, way, seen, fault });
    }
  }
  const fault = await visit(site).catch((error: unknown) => String(error));
  report({
    block: block.name,
    name: 'a normal visit afterwards',
    sends: 'the page, a new account, a sign-in, a task, the week, a sign-out',
    expects: 'all of it works',
    way,
    seen: fault ?? 'works',
    fault,
  });
}

/** Runs all blocks of a way, each on a server with or without rate limits as the block requires. */
export async function runWay(
  way: Way,
  blocks: readonly Block[],
  report: (result: Result) => void,
): Promise<void> {
  const own = blocks.filter(({ ways }) => ways?.includes(way) ?? true);
  for (const limits of [false, true]) {
    const some = own.filter((block) => block.limits === limits);
    if (some.length === 0) continue;
    const site = await openSite(way, limits);
    try {
      for (const block of some) await runBlock(block, site, report);
      const fault = await faultsOfLog(site);
      report({
        block: 'log',
        name: `the log of a server with${limits ? '' : 'out'} limits`,
        sends: 'all of the above',
        expects: 'no token, password, key, address or link of a mail',
        way,
        seen: fault ?? 'none',
        fault,
      });
    } finally {
      await site.close();
    }
  }
}

/** Describes a secret that a server has logged; null if there is none. */
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
