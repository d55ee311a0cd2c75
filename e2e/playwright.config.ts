import { defineConfig } from '@playwright/test';
import { ensureHeadlessChromium, launchOptions } from './support/chromium.ts';
import { LONG, isLong } from './support/longForm.ts';

export default defineConfig({
  testDir: 'specs',
  outputDir: 'test-results',
  fullyParallel: true,
  // One more than these machines have cores: tests wait for time limits and back-offs for a third of their time.
  workers: 3,
  retries: 0,
  forbidOnly: true,
  ...(!isLong && { grepInvert: new RegExp(LONG.tag) }),
  // The machines that run this are busy, and in some hours three times as slow: a slow answer is not a wrong one. What never
  // comes is found by the limits of single steps.
  timeout: 240_000,
  expect: { timeout: 15_000, toHaveScreenshot: { pathTemplate: 'visual/{arg}{ext}' } },
  // A missing picture is a failure, not a reason to make one up: specs/visual.spec.ts says how to take them anew.
  updateSnapshots: 'none',
  reporter: [['list']],
  use: {
    browserName: 'chromium',
    launchOptions: launchOptions(ensureHeadlessChromium()),
    viewport: { width: 1280, height: 900 },
    locale: 'en-US',
    timezoneId: 'Asia/Singapore',
    actionTimeout: 15_000,
    navigationTimeout: 30_000,
    // A trace of every test costs nearly a third of the time of all tests: who looks for a fault asks for it. What the page
    // showed when a test failed is written to error-context.md either way.
    trace: process.env['TRACE'] === 'on' ? 'retain-on-failure' : 'off',
    // What a service worker fetches is not seen by routes, by which most tests make faults. Where it is the subject, and in the
    // counted visits (specs/budget.spec.ts), it is as people have it.
    serviceWorkers: 'block',
    // A sky that moves is drawn by the processor here, in every open page. What moves is watched by specs of its own.
    contextOptions: { reducedMotion: 'reduce' },
  },
});
