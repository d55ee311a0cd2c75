import { launchMeasured, type MeasuredBrowser } from '../bench/speed/measure/tab.ts';
import { count, type CountedVisit } from '../bench/speed/measure/visits.ts';
import { chainBefore, scripts, sum } from '../bench/speed/measure/weigh.ts';
import { PAGES } from '../bench/speed/pages.ts';
import { startSites, type Sites } from '../bench/speed/sites.ts';
import { LONG } from '../support/longForm.ts';
import { expect, test } from '../support/test.ts';

// The cost of a first visit compared with the same sources as one bundle, in bytes, requests and request chains: the part
// of `npm run bench -- speed` that does not depend on the machine (docs/speed.md).

let sites: Sites;
let measured: MeasuredBrowser;

test.beforeAll(async () => {
  test.setTimeout(120_000);
  sites = await startSites();
  measured = await launchMeasured();
});
test.afterAll(async () => {
  await measured.browser.close();
  await sites.close();
});

// The tests run one after the other on the same two sites.
test.describe.configure({ mode: 'default' });

interface Budget {
  /** Gzipped bytes more than the bundle has. */
  extra: number;
  scripts: number;
  requests: number;
}

/** Today's figures with a small margin; a change that exceeds them also changes them here. */
const BUDGETS: Readonly<Record<string, Budget>> = {
  '/': { extra: 26_500, scripts: 165_000, requests: 17 },
  '/auth': { extra: 26_000, scripts: 212_500, requests: 17 },
  '/dashboard': { extra: 35_500, scripts: 210_000, requests: 22 },
  '/retro': { extra: 25_500, scripts: 162_500, requests: 17 },
  '/retro/dashboard': { extra: 48_500, scripts: 235_500, requests: 28 },
  '/settings': { extra: 51_500, scripts: 240_000, requests: 26 },
};

const LONGEST_CHAIN = 3;

async function countBoth(path: string) {
  const page = PAGES.find((one) => one.path === path);
  if (!page) throw new Error(`${path} is not among the measured pages`);
  return {
    federated: await count(measured, sites.federated, page),
    bundle: await count(measured, sites.bundle, page),
  };
}

const summaryOf = ({ requests, visit }: CountedVisit) => ({
  gzip: sum(requests, 'gzip'),
  scripts: sum(scripts(requests), 'gzip'),
  requests: requests.length,
  chain: chainBefore(requests, [visit]),
});

/** Tested in the long form only: a change that exceeds these budgets exceeds those of other pages too. */
const LONG_FORM_ONLY = ['/auth', '/retro'];

for (const [path, budget] of Object.entries(BUDGETS)) {
  const details = LONG_FORM_ONLY.includes(path) ? LONG : {};
  test(
    `a first visit to ${path} stays within its budget of bytes, requests and request chains`,
    details,
    async () => {
      const { federated, bundle } = await countBoth(path);
      const [found, yardstick] = [summaryOf(federated), summaryOf(bundle)];
      const requestLines = federated.requests.map(
        (request) => `${request.depth} ${request.gzip} ${request.type} ${request.path}`,
      );
      test.info().annotations.push({ type: 'counted', description: JSON.stringify({ found, yardstick }) });
      expect.soft(found.gzip - yardstick.gzip, requestLines.join('\n')).toBeLessThanOrEqual(budget.extra);
      expect.soft(found.scripts, requestLines.join('\n')).toBeLessThanOrEqual(budget.scripts);
      expect.soft(found.requests, requestLines.join('\n')).toBeLessThanOrEqual(budget.requests);
      expect.soft(found.chain, requestLines.join('\n')).toBeLessThanOrEqual(LONGEST_CHAIN);
    },
  );
}
