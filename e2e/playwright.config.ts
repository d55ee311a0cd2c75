import { createHash } from 'node:crypto';
import { defineConfig } from '@playwright/test';
import { launchOptions } from './support/chromium.ts';

/** How many times slower this machine is at the moment than an idle core of 2024 (1: as fast, or faster; at most 8). */
function measureSlowness(): number {
  const block = Buffer.alloc(2 ** 20);
  const hash = createHash('sha256');
  const start = performance.now();
  for (let count = 0; count < 256; count += 1) hash.update(block);
  return Math.min(Math.max((performance.now() - start) / 300, 1), 8);
}

// Measured once, before the first test: workers inherit the environment.
const slowness = Number((process.env['MACHINE_SLOWNESS'] ??= measureSlowness().toFixed(1)));
const limit = (milliseconds: number) => Math.round(milliseconds * slowness);

export default defineConfig({
  testDir: 'specs',
  globalSetup: './support/site.ts',
  outputDir: 'test-results',
  // In the alphabetical order of their files: the longest tests, allStatesOf…, come first and leave no worker alone at the end.
  fullyParallel: true,
  // One more than these machines have cores: tests spend a third of their time waiting for timeouts and back-offs.
  workers: 3,
  retries: 0,
  forbidOnly: true,
  // A step that never completes fails at its own timeout.
  timeout: limit(120_000),
  expect: { timeout: limit(15_000), toHaveScreenshot: { pathTemplate: 'visual/{arg}{ext}' } },
  // A missing screenshot fails the test instead of being created: support/states.ts says how to update them.
  updateSnapshots: 'none',
  // The fonts of the tests are those of Linux (support/chromium.ts).
  ignoreSnapshots: process.platform !== 'linux',
  reporter: [['list']],
  use: {
    browserName: 'chromium',
    launchOptions: launchOptions(),
    locale: 'en-US',
    timezoneId: 'Asia/Singapore',
    actionTimeout: limit(15_000),
    navigationTimeout: limit(30_000),
    // Tracing every test makes the run nearly a third longer: set TRACE=on to debug. What the page showed when a test
    // failed is written to error-context.md either way.
    trace: process.env['TRACE'] === 'on' ? 'retain-on-failure' : 'off',
    // Playwright routes, with which most tests inject faults, do not see a service worker's requests. Tests of the service
    // worker and of the page budget (specs/budget.spec.ts) allow it.
    serviceWorkers: 'block',
    // The CPU draws every pixel: a small laptop's window, and no moving sky. Motion has specs of its own.
    viewport: { width: 1280, height: 600 },
    contextOptions: { reducedMotion: 'reduce' },
  },
});
