import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { freePort } from '@space/server/testing/freePort';
import { makeCertificate, startTestServer } from '@space/server/testing';
import lighthouse from 'lighthouse';
import { ensureChromium, launchOptions } from '../support/chromium.ts';
import { BUILT_SITE } from '../support/site.ts';

// `npm run lab -- audit`: Lighthouse's audits of the pages that anybody may open, from the built site over HTTP/2. Every
// point that is lost must have its reason in docs/audits.md. `--runs 1 / /auth`: fewer runs, some pages alone.

const PAGES = ['/', '/about', '/jobs', '/terms', '/pricing', '/rocket', '/retro', '/retro/pricing', '/auth'];
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];
const REASONS = fileURLToPath(new URL('../../docs/audits.md', import.meta.url));

const { values, positionals } = parseArgs({
  options: { runs: { type: 'string', default: '3' } },
  allowPositionals: true,
});
const pages = positionals.length > 0 ? positionals : PAGES;
const runs = Number(values.runs);

/** Why audits of a page, or of every page ('*'), do not get all their points: the rows of docs/audits.md. */
function readReasons() {
  const rows = readFileSync(REASONS, 'utf8').match(/^\| `.*$/gm) ?? [];
  return rows.map((row) => {
    const [, page, audit, reason] =
      /^\|\s*`(\*|\/[^`]*)`\s*\|\s*`([\w-]+)`\s*\|\s*(\S.*?)\s*\|$/.exec(row) ?? [];
    if (page === undefined || audit === undefined || reason === undefined)
      throw new Error(`${REASONS} has a row that is no page, audit and reason: ${row}`);
    return { page, audit, reason };
  });
}

type Report = NonNullable<Awaited<ReturnType<typeof lighthouse>>>['lhr'];

/** 0 to 100, as Lighthouse shows it. Throws when it did not judge the category. */
function scoreOf({ categories }: Report, name: string): number {
  const category = categories[name];
  if (!category) throw new Error(`Lighthouse did not judge ${name}`);
  return Math.round((category.score ?? 0) * 100);
}

/** The audits that count and are not passed in full, where a category has not all its points. */
function lossesOf(report: Report) {
  return CATEGORIES.filter((name) => scoreOf(report, name) < 100)
    .flatMap((name) => report.categories[name]?.auditRefs ?? [])
    .filter(({ id, weight }) => weight > 0 && (report.audits[id]?.score ?? 1) < 1)
    .map(({ id }) => {
      const { title = id, score, displayValue = '' } = report.audits[id] ?? {};
      return { audit: id, title, score: score ?? 0, found: displayValue };
    });
}

/** Audits one page as Lighthouse does by itself: a phone on a slow network, nothing in the cache. */
async function audit(address: string, port: number): Promise<Report> {
  const result = await lighthouse(address, { port, logLevel: 'error', onlyCategories: CATEGORIES });
  if (result === undefined) throw new Error(`Lighthouse has nothing to say of ${address}`);
  const { lhr } = result;
  if (lhr.runtimeError) throw new Error(`${address}: ${lhr.runtimeError.message}`);
  return lhr;
}

/**
 * The run whose performance is in the middle: the other categories do not change from run to run. A run that Lighthouse could
 * not record (now and then its trace misses the navigation, NO_NAVSTART) is named and made again, as often as there are runs.
 * Null when it failed each time.
 */
async function auditOften(address: string, port: number): Promise<Report | null> {
  const reports: Report[] = [];
  for (let run = 0; run < 2 * runs && reports.length < runs; run += 1) {
    try {
      reports.push(await audit(address, port));
    } catch (error) {
      console.log(`  a run failed: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  reports.sort((one, other) => scoreOf(one, 'performance') - scoreOf(other, 'performance'));
  return reports[Math.floor((reports.length - 1) / 2)] ?? null;
}

const reasons = readReasons();
const server = await startTestServer({ siteDir: BUILT_SITE, tls: await makeCertificate(['127.0.0.1']) });
const port = await freePort();
const browser = await chromium.launch(
  launchOptions(ensureChromium(), `--remote-debugging-port=${port}`, '--ignore-certificate-errors'),
);
const lost = new Set<string>();
let unexplained = 0;
try {
  console.log(`${['page', ...CATEGORIES].map((name) => name.padEnd(16)).join('')}machine`);
  for (const page of pages) {
    const report = await auditOften(server.origin + page, port);
    if (report === null) {
      console.log(`${page.padEnd(16)}could not be audited`);
      unexplained += 1;
      continue;
    }
    const cells = [page, ...CATEGORIES.map((name) => String(scoreOf(report, name)))];
    // How fast Lighthouse found the machine: far below 1,000, its times mean little.
    const benchmark = Math.round(report.environment.benchmarkIndex);
    console.log(`${cells.map((cell) => cell.padEnd(16)).join('')}${benchmark}`);
    for (const { audit: id, title, score, found } of lossesOf(report)) {
      const known = reasons.find((one) => [page, '*'].includes(one.page) && one.audit === id);
      const measured = found === '' ? '' : `, ${found}`;
      console.log(`    ${id} ${Math.round(score * 100)} of 100${measured}: ${title}`);
      console.log(`      ${known?.reason ?? 'NO REASON in docs/audits.md'}`);
      lost.add(`${page} ${id}`);
      if (!known) unexplained += 1;
    }
  }
  for (const { page, audit: id } of reasons) {
    if (pages.includes(page) && !lost.has(`${page} ${id}`))
      console.log(`${page} ${id} lost nothing this time: docs/audits.md has a reason for it.`);
  }
} finally {
  await browser.close();
  await server.close();
}
console.log(
  unexplained === 0 ? 'Every point lost has its reason.' : `${unexplained} losses have no written reason.`,
);
process.exitCode = unexplained === 0 ? 0 : 1;
