import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { makeCertificate, startTestServer } from '@space/server/testing';
import { BUILT_SITE } from '../../support/site.ts';
import { readReasons } from './reasons.ts';
import { CATEGORIES, startAuditor } from './runAudits.ts';
import type { Auditor, Loss, PageResult } from './runAudits.ts';

// `npm run lab -- audit`: Lighthouse's audits of the pages that anybody may open, from the built site over HTTP/2. Every
// point that is lost must have its reason in docs/audits.md. `--runs 1 / /auth`: fewer runs, some pages alone.

const PAGES = ['/', '/about', '/jobs', '/terms', '/pricing', '/rocket', '/retro', '/retro/pricing', '/auth'];
const REASONS = fileURLToPath(new URL('../../../docs/audits.md', import.meta.url));

const { values, positionals } = parseArgs({
  options: { runs: { type: 'string', default: '3' } },
  allowPositionals: true,
});
const reasons = readReasons(REASONS);

/**
 * The run whose performance is in the middle: the other categories do not change from run to run. A run that Lighthouse could
 * not record (now and then its trace misses the navigation, NO_NAVSTART) is named and made again, as often as there are runs.
 * Null when it failed each time.
 */
async function auditOften(auditor: Auditor, address: string, runs: number): Promise<PageResult | null> {
  const results: PageResult[] = [];
  for (let run = 0; run < 2 * runs && results.length < runs; run += 1) {
    try {
      results.push(await auditor.audit(address));
    } catch (error) {
      console.log(`  a run failed: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  results.sort((one, other) => one.performance.score - other.performance.score);
  return results[Math.floor((results.length - 1) / 2)] ?? null;
}

/** Prints what an audit lost and why; returns whether a reason is written down. */
function explain(page: string, { audit, title, score, found }: Loss): boolean {
  const reason = reasons.find(
    (one) => (one.page === page || one.page === '*') && one.audit === audit,
  )?.reason;
  const measured = found === '' ? '' : `, ${found}`;
  console.log(`    ${audit} ${Math.round(score * 100)} of 100${measured}: ${title}`);
  console.log(`      ${reason ?? 'NO REASON in docs/audits.md'}`);
  return reason !== undefined;
}

const server = await startTestServer({ siteDir: BUILT_SITE, tls: await makeCertificate(['127.0.0.1']) });
const auditor = await startAuditor();
const lost = new Set<string>();
let unexplained = 0;
try {
  console.log(`${'page'.padEnd(16)}${CATEGORIES.map((name) => name.padEnd(16)).join('')}machine`);
  const pages = positionals.length > 0 ? positionals : PAGES;
  for (const page of pages) {
    const result = await auditOften(auditor, server.origin + page, Number(values.runs));
    if (result === null) {
      console.log(`${page.padEnd(16)}could not be audited`);
      unexplained += 1;
      continue;
    }
    const scores = CATEGORIES.map((name) => String(result[name].score).padEnd(16)).join('');
    console.log(`${page.padEnd(16)}${scores}${result.benchmark}`);
    for (const loss of CATEGORIES.flatMap((name) => result[name].losses)) {
      lost.add(`${page} ${loss.audit}`);
      if (!explain(page, loss)) unexplained += 1;
    }
  }
  for (const { page, audit } of reasons) {
    if (pages.includes(page) && !lost.has(`${page} ${audit}`))
      console.log(`${page} ${audit} lost nothing this time: docs/audits.md has a reason for it.`);
  }
} finally {
  await auditor.close();
  await server.close();
}
console.log(
  unexplained === 0 ? 'Every point lost has its reason.' : `${unexplained} losses have no written reason.`,
);
process.exitCode = unexplained === 0 ? 0 : 1;
