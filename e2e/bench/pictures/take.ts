import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';

const ROOT = join(import.meta.dirname, '../../..');
/** A phone, a tablet, a laptop, and a screen that is wide enough for seven days side by side. */
const WIDTHS = [320, 768, 1280, 1960];
/** A phone, and the usual width of mail programs. */
const MAIL_WIDTHS = [320, 600];

const README: Record<string, { file: string; height: number; colorScheme: 'light' | 'dark' }> = {
  'landing/visitor': { file: 'landing.webp', height: 760, colorScheme: 'dark' },
  'dashboard/normal': { file: 'dashboard.webp', height: 820, colorScheme: 'light' },
  'retro-week/normal': { file: 'retro-week.webp', height: 720, colorScheme: 'dark' },
};

/** Takes the pictures of a state, if it is among the wanted: 'readme', or a pattern of names. */
export async function takePictures(page: Page, name: string, wanted: string): Promise<void> {
  if (wanted === 'readme') return takeForReadme(page, name);
  if (!new RegExp(wanted).test(name)) return;
  for (const width of name.startsWith('mail/') ? MAIL_WIDTHS : WIDTHS)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme });
      // A full-page screenshot shows fixed elements at the current scroll position.
      await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
      const path = join(ROOT, 'screenshots', `${name}-${width}-${colorScheme}.png`);
      await page.screenshot({ path, fullPage: true, animations: 'disabled' });
    }
}

/**
 * At double scale, for high-density screens, which Playwright takes only in a browser of that scale. No event signals that the
 * stars are drawn, so it waits until the screenshot stops changing.
 */
async function takeForReadme(page: Page, name: string): Promise<void> {
  const picture = README[name];
  if (!picture) return;
  const { file, height, colorScheme } = picture;
  await page.setViewportSize({ width: 1280, height });
  await page.emulateMedia({ colorScheme });
  const session = await page.context().newCDPSession(page);
  const clip = { x: 0, y: 0, width: 1280, height, scale: 2 };
  let last = '';
  const isUnchanged = async () => {
    const before = last;
    last = (await session.send('Page.captureScreenshot', { format: 'webp', quality: 80, clip })).data;
    return last === before;
  };
  await expect.poll(isUnchanged, { intervals: [1_000] }).toBe(true);
  writeFileSync(join(ROOT, 'docs/images', file), Buffer.from(last, 'base64'));
}
