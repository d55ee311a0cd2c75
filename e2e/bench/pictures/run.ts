import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { chromium, type Page } from '@playwright/test';
import { ROOT } from '@space/release';
import { STATES, openState, settle, stateOf } from '../../states/index.ts';
import { ensureChromium, launchOptions } from '../../support/chromium.ts';
import { MAILS, showMail } from '../../support/mails.ts';
import { startSite } from '../../support/site.ts';

// `npm run bench -- pictures`: takes every page and state at four widths, light and dark, and the mails, into the
// git-ignored folder screenshots/. `--only dashboard,mail/`: only those whose name contains one of these texts. `--readme`:
// the screenshots of README.md and docs/ instead, into docs/images/.

const { values } = parseArgs({
  options: { only: { type: 'string', default: '' }, readme: { type: 'boolean' } },
});

/** Width → height: a phone, a tablet, a laptop, and a screen that is wide enough for seven days side by side. */
const SIZES = { 320: 640, 768: 1024, 1280: 800, 1960: 1100 };
/** A phone, and the usual width of mail programs. */
const MAIL_SIZES = { 320: 480, 600: 480 };

const README = [
  { state: 'landing/visitor', file: 'landing.webp', height: 760, colorScheme: 'dark' },
  { state: 'dashboard/normal', file: 'dashboard.webp', height: 820, colorScheme: 'light' },
  { state: 'retro-week/normal', file: 'retro-week.webp', height: 720, colorScheme: 'dark' },
] as const;

const browser = await chromium.launch(launchOptions(ensureChromium()));
const sites = { plain: await startSite(), confirming: await startSite({ confirmEmail: true }) };

/** Opens the state in a browser profile of its own. */
async function withState(state: (typeof STATES)[number], act: (page: Page) => Promise<void>): Promise<void> {
  const context = await browser.newContext({
    reducedMotion: 'reduce',
    timezoneId: 'Asia/Singapore',
    serviceWorkers: 'block',
  });
  try {
    const page = await context.newPage();
    await openState(page, state.isConfirming ? sites.confirming : sites.plain, state);
    await act(page);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  } finally {
    await context.close();
  }
}

/** Takes a page at some sizes, light and dark. */
async function takeAll(page: Page, name: string, sizes: Record<number, number>): Promise<void> {
  for (const [width, height] of Object.entries(sizes)) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width: Number(width), height });
      await page.emulateMedia({ colorScheme });
      await settle(page);
      // A full-page screenshot shows fixed elements at the current scroll position.
      await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
      const path = join(ROOT, 'screenshots', `${name}-${width}-${colorScheme}.png`);
      await page.screenshot({ path, fullPage: true });
    }
  }
}

/**
 * Takes a WebP, which Playwright does not support itself: a third of a PNG's bytes, with sharp text. At double scale for
 * high-density screens. No event signals that the stars are drawn, so it waits until the screenshot stops changing.
 */
async function takeForReadme(page: Page, { file, height, colorScheme }: (typeof README)[number]) {
  await page.setViewportSize({ width: 1280, height });
  await page.emulateMedia({ colorScheme });
  const session = await page.context().newCDPSession(page);
  const clip = { x: 0, y: 0, width: 1280, height, scale: 2 };
  let last = '';
  for (let unchanged = 1; unchanged < 3;) {
    await wait(500);
    const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 80, clip });
    unchanged = data === last ? unchanged + 1 : 1;
    last = data;
  }
  mkdirSync(join(ROOT, 'docs/images'), { recursive: true });
  writeFileSync(join(ROOT, 'docs/images', file), Buffer.from(last, 'base64'));
}

try {
  const isWanted = (name: string) => values.only.split(',').some((text) => name.includes(text));
  if (values.readme) {
    for (const picture of README)
      await withState(stateOf(picture.state), (page) => takeForReadme(page, picture));
  } else {
    const mailPage = await browser.newPage();
    for (const mail of MAILS.filter((name) => isWanted(`mail/${name}`))) {
      await showMail(mailPage, mail);
      await takeAll(mailPage, `mail/${mail}`, MAIL_SIZES);
    }
    for (const state of STATES.filter(({ name }) => isWanted(name))) {
      await withState(state, (page) => takeAll(page, state.name, SIZES));
      console.log(state.name);
    }
  }
} finally {
  await browser.close();
  await Promise.all([sites.plain.discard(), sites.confirming.discard()]);
}
