import { chromium } from '@playwright/test';
import { freePort } from '@space/server/testing/freePort';
import lighthouse from 'lighthouse';
import { ensureChromium, launchOptions } from '../../support/chromium.ts';

export const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

/** An audit that counts and is not passed in full. */
export interface Loss {
  audit: string;
  title: string;
  /** From 0 up to 1. */
  score: number;
  /** What was measured or found, in Lighthouse's words. */
  found: string;
}

export interface CategoryResult {
  /** 0 to 100, as Lighthouse shows it. */
  score: number;
  /** Where the score is not 100. */
  losses: Loss[];
}

export type PageResult = Record<(typeof CATEGORIES)[number], CategoryResult> & {
  /** How fast Lighthouse found the machine: far below 1,000, its times mean little. */
  benchmark: number;
};

export interface Auditor {
  /** Audits one page as Lighthouse does by itself: a phone on a slow network, nothing in the cache. */
  audit(address: string): Promise<PageResult>;
  close(): Promise<void>;
}

/** Starts the system's Chromium for Lighthouse; certificates are taken as they are. */
export async function startAuditor(): Promise<Auditor> {
  const port = await freePort();
  const browser = await chromium.launch(
    launchOptions(ensureChromium(), `--remote-debugging-port=${port}`, '--ignore-certificate-errors'),
  );
  return {
    async audit(address) {
      const result = await lighthouse(address, { port, logLevel: 'error', onlyCategories: [...CATEGORIES] });
      if (result === undefined) throw new Error(`Lighthouse has nothing to say of ${address}`);
      const { lhr } = result;
      if (lhr.runtimeError) throw new Error(`${address}: ${lhr.runtimeError.message}`);
      const read = (category: string) => resultOf(lhr, category);
      return {
        performance: read('performance'),
        accessibility: read('accessibility'),
        'best-practices': read('best-practices'),
        seo: read('seo'),
        benchmark: Math.round(lhr.environment.benchmarkIndex),
      };
    },
    close: () => browser.close(),
  };
}

type Report = NonNullable<Awaited<ReturnType<typeof lighthouse>>>['lhr'];

function resultOf({ categories, audits }: Report, name: string): CategoryResult {
  const category = categories[name];
  if (!category) throw new Error(`Lighthouse did not judge ${name}`);
  const score = Math.round((category.score ?? 0) * 100);
  if (score === 100) return { score, losses: [] };
  const losses = category.auditRefs
    .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
    .map(({ id }) => ({
      audit: id,
      title: audits[id]?.title ?? id,
      score: audits[id]?.score ?? 0,
      found: audits[id]?.displayValue ?? '',
    }));
  return { score, losses };
}
