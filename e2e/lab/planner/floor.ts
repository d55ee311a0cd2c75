import type { Browser } from '@playwright/test';
import { median } from './median.ts';
import { armProbe, readProbe } from './probe.ts';

/**
 * What a press costs on a page with a single checkbox that is marked busy by its own listener: no framework, no server. How
 * calm the machine is, in the same unit as everything else.
 */
export async function measureFloor(browser: Browser, origin: string): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  await page.goto(`${origin}/robots.txt`);
  await page.evaluate(() => {
    const box = document.createElement('input');
    box.type = 'checkbox';
    box.addEventListener('click', () => {
      box.toggleAttribute('data-completed');
      box.ariaBusy = 'true';
    });
    document.body.replaceChildren(box);
  });
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  const times: number[] = [];
  for (let round = 0; round < 10; round += 1) {
    await armProbe(page, 'tick');
    await page.getByRole('checkbox').click();
    times.push((await readProbe(page)).feedback);
    await page.getByRole('checkbox').evaluate((box) => {
      box.ariaBusy = null;
    });
  }
  await context.close();
  return median(times.slice(1));
}
