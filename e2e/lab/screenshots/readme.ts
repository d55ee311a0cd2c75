import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { STATES } from '../../states/index.ts';
import type { Stage } from './stage.ts';
import type { View } from './views.ts';

interface Picture extends View {
  state: string;
  file: string;
}

/** What illustrates README.md. */
const PICTURES: readonly Picture[] = [
  { state: 'landing/visitor', file: 'landing.webp', width: 1280, height: 760, scheme: 'dark' },
  { state: 'dashboard/normal', file: 'dashboard.webp', width: 1280, height: 820, scheme: 'light' },
  { state: 'retro-week/normal', file: 'retro-week.webp', width: 1280, height: 720, scheme: 'dark' },
];

const ALIKE = 3;
const BETWEEN = 500;

/**
 * As WebP, which Playwright does not write by itself: a third of a PNG's bytes, and the letters stay sharp. Twice the
 * size, for sharp screens. The stars come late and nothing tells when they are drawn: taken when the picture has
 * stopped changing.
 */
async function asWebp(page: Page, { width, height }: Picture): Promise<Buffer> {
  const session = await page.context().newCDPSession(page);
  const clip = { x: 0, y: 0, width, height, scale: 2 };
  let last = '';
  for (let alike = 1; alike < ALIKE; ) {
    await setTimeout(BETWEEN);
    const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 80, clip });
    alike = data === last ? alike + 1 : 1;
    last = data;
  }
  return Buffer.from(last, 'base64');
}

/** Takes the pictures of README.md into the folder. Returns how many. */
export async function takeReadme(stage: Stage, folder: string): Promise<number> {
  mkdirSync(folder, { recursive: true });
  for (const picture of PICTURES) {
    const state = STATES.find(({ name }) => name === picture.state);
    if (!state) throw new Error(`README.md wants a picture of ${picture.state}, which is no state`);
    await stage.show(state, picture, async (page) => {
      writeFileSync(join(folder, picture.file), await asWebp(page, picture));
    });
  }
  return PICTURES.length;
}
