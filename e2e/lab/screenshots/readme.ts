import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { stateOf } from '../../states/index.ts';
import type { Stage, View } from './stage.ts';

const PICTURES: Readonly<Record<string, View & { file: string }>> = {
  'landing/visitor': { file: 'landing.webp', width: 1280, height: 760, colorScheme: 'dark' },
  'dashboard/normal': { file: 'dashboard.webp', width: 1280, height: 820, colorScheme: 'light' },
  'retro-week/normal': { file: 'retro-week.webp', width: 1280, height: 720, colorScheme: 'dark' },
};

/**
 * As WebP, which Playwright does not write by itself: a third of a PNG's bytes, and the letters stay sharp. Twice the
 * size, for sharp screens. The stars come late and nothing tells when they are drawn: taken when the picture has
 * stopped changing.
 */
async function asWebp(page: Page, { width, height }: View): Promise<Buffer> {
  const session = await page.context().newCDPSession(page);
  const clip = { x: 0, y: 0, width, height, scale: 2 };
  let last = '';
  for (let alike = 1; alike < 3; ) {
    await setTimeout(500);
    const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 80, clip });
    alike = data === last ? alike + 1 : 1;
    last = data;
  }
  return Buffer.from(last, 'base64');
}

export async function takeReadme(stage: Stage, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const [name, picture] of Object.entries(PICTURES)) {
    await stage.show(stateOf(name), picture, async (page) => {
      writeFileSync(join(folder, picture.file), await asWebp(page, picture));
    });
    console.log(join(folder, picture.file));
  }
}
