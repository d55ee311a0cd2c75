import { defineConfig } from '@playwright/test';
import { launchOptions } from './support/chromium.ts';

// `npm test` and `npm run e2e` measure the machine first: shared/tooling/bin/run.mjs.
const { MACHINE_SLOWNESS: slowness = 1, TEST_WORKERS: workers = 3 } = process.env;
// Node strips the types in place, so no position is mapped: Playwright would do so for the stack of each call.
Reflect.deleteProperty(Error, 'prepareStackTrace');
Error.stackTraceLimit = 25;
const limit = (milliseconds: number) => Math.round(milliseconds * Number(slowness));

export default defineConfig({
  testDir: 'specs',
  build: { external: ['**'] },
  globalSetup: './support/site.ts',
  outputDir: 'test-results',
  // In the alphabetical order of their files: the longest tests, allStatesOf…, come first and leave no worker alone at the end.
  fullyParallel: true,
  workers: Number(workers),
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
    // Scripts that run for seconds are optimized for longer than that saves.
    launchOptions: launchOptions('--js-flags=--no-opt'),
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
