import { PAGES } from '../bench/speed/pages.ts';
import { count } from '../bench/speed/visits.ts';
import { insertTasks, sampleWeekFrom, monday } from '../support/planner.ts';
import { expect, test } from '../support/test.ts';

// The cost of a first visit in bytes, requests and request chains, which do not depend on the machine. Beside the same sources as
// one bundle: `npm run bench -- speed` (docs/speed.md). Bytes of federation alone: shared/release/tests/budget.test.ts.

/** Today's figures with a small margin; a change that exceeds them also changes them here. */
const BUDGETS: Readonly<Record<string, Record<'gzip' | 'scripts' | 'requests', number>>> = {
  '/': { gzip: 196_000, scripts: 165_000, requests: 17 },
  '/dashboard': { gzip: 251_000, scripts: 210_000, requests: 22 },
  '/retro/dashboard': { gzip: 290_000, scripts: 235_500, requests: 28 },
  '/settings': { gzip: 276_000, scripts: 240_000, requests: 26 },
};
const LONGEST_CHAIN = 3;

test('a first visit to each page stays within its budget of bytes, requests and request chains', async ({
  browser,
  site,
  account,
}) => {
  await insertTasks(account, [...sampleWeekFrom(monday), ...sampleWeekFrom(monday)]);
  for (const page of PAGES.filter(({ path }) => path in BUDGETS))
    await test.step(page.path, async () => {
      const visited = { origin: site.origin, session: account.session };
      const { requests, ...counted } = await count(browser, visited, page);
      const found = { ...counted, requests: requests.length };
      const lines = requests.map(({ depth, gzip, type, path }) => `${depth} ${gzip} ${type} ${path}`);
      test.info().annotations.push({ type: 'counted', description: JSON.stringify(found) });
      for (const [what, most] of Object.entries({ ...BUDGETS[page.path], chain: LONGEST_CHAIN }))
        expect
          .soft(found[what as keyof typeof found], `${what}:\n${lines.join('\n')}`)
          .toBeLessThanOrEqual(most);
    });
});
