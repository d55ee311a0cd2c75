import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Page } from '@playwright/test';

const ROOT = join(import.meta.dirname, '../../..');

/** A phone, a tablet, a laptop, and a screen that is wide enough for seven days side by side. */
const SIZES = [
  { width: 320, height: 640 },
  { width: 768, height: 1024 },
  { width: 1280, height: 800 },
  { width: 1960, height: 1100 },
];

/** A phone, and the usual width of mail programs. */
const MAIL_SIZES = [
  { width: 320, height: 480 },
  { width: 600, height: 480 },
];

const README: Record<string, { file: string; height: number; colorScheme: 'light' | 'dark' }> = {
  'landing/visitor': { file: 'landing.webp', height: 760, colorScheme: 'dark' },
  'dashboard/normal': { file: 'dashboard.webp', height: 820, colorScheme: 'light' },
  'retro-week/normal': { file: 'retro-week.webp', height: 720, colorScheme: 'dark' },
};

/** Takes the pictures of a state, if it is among the wanted: 'readme', or texts of which its name contains one. */
export async function takePictures(page: Page, name: string, wanted: string): Promise<void> {
  if (wanted === 'readme') return takeForReadme(page, name);
  if (!wanted.split(',').some((text) => name.includes(text))) return;
  for (const size of name.startsWith('mail/') ? MAIL_SIZES : SIZES) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize(size);
      await page.emulateMedia({ colorScheme });
      // A full-page screenshot shows fixed elements at the current scroll position.
      await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
      const path = join(ROOT, 'screenshots', `${name}-${size.width}-${colorScheme}.png`);
      await page.screenshot({ path, fullPage: true, animations: 'disabled' });
    }
  }
}

/**
 * Takes a WebP, which Playwright does not support itself: a third of a PNG's bytes, with sharp text. At double scale for
 * high-density screens. No event signals that the stars are drawn, so it waits until the screenshot stops changing.
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
  for (let unchanged = 1; unchanged < 3;) {
    await setTimeout(500);
    const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 80, clip });
    unchanged = data === last ? unchanged + 1 : 1;
    last = data;
  }
  const folder = join(ROOT, 'docs', 'images');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, file), Buffer.from(last, 'base64'));
}
