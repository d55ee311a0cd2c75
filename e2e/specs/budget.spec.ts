import { launchMeasured } from '../bench/speed/tab.ts';
import { count, type Visit } from '../bench/speed/visits.ts';
import { chainBefore, scripts, sumOfGzip } from '../bench/speed/traffic.ts';
import { PAGES } from '../bench/speed/pages.ts';
import { startSites } from '../bench/speed/sites.ts';
import { expect, test } from '../support/test.ts';

// The cost of a first visit compared with the same sources as one bundle, in bytes, requests and request chains: the part
// of `npm run bench -- speed` that does not depend on the machine (docs/speed.md).

interface Budget {
  /** Gzipped bytes more than the bundle has. */
  extra: number;
  scripts: number;
  requests: number;
}

/** Today's figures with a small margin; a change that exceeds them also changes them here. */
const BUDGETS: Readonly<Record<string, Budget>> = {
  '/': { extra: 26_500, scripts: 165_000, requests: 17 },
  '/dashboard': { extra: 35_500, scripts: 210_000, requests: 22 },
  '/retro/dashboard': { extra: 48_500, scripts: 235_500, requests: 28 },
  '/settings': { extra: 51_500, scripts: 240_000, requests: 26 },
};

const LONGEST_CHAIN = 3;

const summaryOf = ({ requests, answering }: Visit) => ({
  gzip: sumOfGzip(requests),
  scripts: sumOfGzip(scripts(requests)),
  requests: requests.length,
  chain: chainBefore(requests, answering),
});

test('a first visit to each page stays within its budget of bytes, requests and request chains', async ({
  started,
}) => {
  const sites = await started(startSites());
  const measured = await launchMeasured();
  await started(measured.browser);
  for (const [path, budget] of Object.entries(BUDGETS))
    await test.step(path, async () => {
      const page = PAGES.find((one) => one.path === path);
      if (!page) throw new Error(`${path} is not among the measured pages`);
      const federated = await count(measured, sites.federated, page);
      const [found, yardstick] = [summaryOf(federated), summaryOf(await count(measured, sites.bundle, page))];
      const lines = federated.requests.map(
        (request) => `${request.depth} ${request.gzip} ${request.type} ${request.path}`,
      );
      test.info().annotations.push({ type: 'counted', description: JSON.stringify({ found, yardstick }) });
      expect.soft(found.gzip - yardstick.gzip, lines.join('\n')).toBeLessThanOrEqual(budget.extra);
      expect.soft(found.scripts, lines.join('\n')).toBeLessThanOrEqual(budget.scripts);
      expect.soft(found.requests, lines.join('\n')).toBeLessThanOrEqual(budget.requests);
      expect.soft(found.chain, lines.join('\n')).toBeLessThanOrEqual(LONGEST_CHAIN);
    });
});
