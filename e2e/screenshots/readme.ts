import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { STATES } from '../states/index.ts';
import type { Stage } from './stage.ts';
import type { View } from './views.ts';

interface Picture extends View {
  state: string;
  file: string;
}

/** What illustrates README.md. */
const PICTURES: readonly Picture[] = [
  { state: 'landing/visitor', file: 'landing.webp', width: 1280, height: 760, scheme: 'dark' },
  { state: 'dashboard/normal', file: 'dashboard.webp', width: 1280, height: 860, scheme: 'light' },
  { state: 'retro-week/normal', file: 'retro-week.webp', width: 1280, height: 720, scheme: 'dark' },
];

/** As WebP, which Playwright does not write by itself: a third of a PNG's bytes, and the letters stay sharp. */
async function asWebp(page: Page): Promise<Buffer> {
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 82 });
  return Buffer.from(data, 'base64');
}

/** Takes the pictures of README.md into the folder, at twice the size for sharp screens. Returns how many. */
export async function takeReadme(stage: Stage, folder: string): Promise<number> {
  mkdirSync(folder, { recursive: true });
  for (const picture of PICTURES) {
    const state = STATES.find(({ name }) => name === picture.state);
    if (!state) throw new Error(`README.md wants a picture of ${picture.state}, which is no state`);
    await stage.show(state, picture, 2, async (page) => {
      writeFileSync(join(folder, picture.file), await asWebp(page));
    });
  }
  return PICTURES.length;
}
