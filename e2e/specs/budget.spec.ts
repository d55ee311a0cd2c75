import { basename } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Request } from '@playwright/test';
import { PHONE } from '../support/accessible.ts';
import { insertTasks, sampleWeekFrom, monday } from '../support/planner.ts';
import { expect, test } from '../support/test.ts';

// The cost of a first visit in bytes, requests and files that the HTML does not name, which do not depend on the machine. Beside
// the same sources as one bundle: `npm run bench -- speed` (docs/speed.md). Bytes of federation alone:
// shared/release/tests/budget.test.ts.

/** Today's figures with a small margin; a change that exceeds them also changes them here. */
const BUDGETS = {
  '/': { gzip: 196_000, scripts: 165_000, requests: 17, unnamed: 3 },
  '/dashboard': { gzip: 251_000, scripts: 210_000, requests: 22, unnamed: 3 },
  '/retro/dashboard': { gzip: 290_000, scripts: 235_500, requests: 28, unnamed: 2 },
  '/settings': { gzip: 276_000, scripts: 240_000, requests: 26, unnamed: 3 },
};

test('a first visit to each page stays within its budget', async ({ account, newVisitor }) => {
  await insertTasks(account, [...sampleWeekFrom(monday), ...sampleWeekFrom(monday)]);
  for (const [path, budget] of Object.entries(BUDGETS))
    await test.step(path, async () => {
      const session = path === '/' ? undefined : account.session;
      // A small window: the CPU draws the moving sky here.
      const options = { serviceWorkers: 'allow', reducedMotion: 'no-preference', viewport: PHONE } as const;
      const page = await newVisitor(session, options);
      const sent: Request[] = [];
      page.on('request', (request) => void (request.url().startsWith('http') && sent.push(request)));
      const html = await (await page.goto(path))?.text();
      // The last that a page does on its own.
      await page.evaluate(async () => void (await navigator.serviceWorker.ready));
      await page.waitForLoadState('networkidle');

      const found = { gzip: 0, scripts: 0, requests: sent.length, unnamed: 0 };
      const lines: string[] = [];
      for (const request of sent) {
        const type = request.resourceType();
        const body = (await (await request.response())?.body()) ?? Buffer.of();
        // Fonts are already compressed: no server compresses them again.
        const gzip = type === 'font' ? body.length : gzipSync(body, { level: 9 }).length;
        const isUnnamed = /script|stylesheet/.test(type) && !html?.includes(basename(request.url()));
        found.gzip += gzip;
        if (type === 'script') found.scripts += gzip;
        if (isUnnamed) found.unnamed += 1;
        lines.push(`${gzip} ${type} ${isUnnamed ? 'unnamed ' : ''}${request.url()}`);
      }
      test.info().annotations.push({ type: 'counted', description: JSON.stringify(found) });
      for (const [what, most] of Object.entries(budget))
        expect
          .soft(found[what as keyof typeof budget], `${what}:\n${lines.join('\n')}`)
          .toBeLessThanOrEqual(most);
    });
});
