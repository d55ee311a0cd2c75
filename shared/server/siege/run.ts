import { runCases, type Block } from './cases.ts';
import { belongingsOf, visit } from './person.ts';
import { faultsOfLog } from './log.ts';
import { openSite, type Site, type Way } from './site.ts';

/** A case as it went on one way. */
export interface Result {
  block: string;
  name: string;
  sends: string;
  expects: string;
  way: Way;
  seen: string;
  fault: string | null;
}

/** Runs the cases of a block against a site, and a normal visit at its end. Reports each as it is done. */
export async function runBlock(block: Block, site: Site, report: (result: Result) => void): Promise<void> {
  const before = await belongingsOf(site, site.anna);
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

/** Runs all blocks that a way has, on a server that counts nothing and on one that does. */
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
