import type { Browser, CDPSession, Page } from '@playwright/test';
import { dayCard, openComposer } from '../../support/planner.ts';
import { spreadOf } from '../report/statistics.ts';
import { armProbe, readProbe } from './probe.ts';
import type { Change, Sample } from './probe.ts';
import { DAYS } from './week.ts';

/** Thursday: days before it and behind it. */
const DAY = DAYS[3] ?? '';

/** 150 ms there and back: an answer within the very frame of the press would be measured with that frame's work. */
const NETWORK = { offline: false, latency: 150, downloadThroughput: -1, uploadThroughput: -1 };
const SLOW_DOWN = 4;

const pass = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

export interface Measured extends Sample {
  /** Processor time of the page's own thread from the press until 100 ms after the confirmed state, slowed down. */
  processor: number;
}

/** Brings the page to where the change is one key or one click away. */
async function prepare(page: Page, change: Change, round: number): Promise<() => Promise<void>> {
  if (change === 'add') {
    const field = await openComposer(page, DAY);
    await field.fill(`Written in round ${round}`);
    return () => page.keyboard.press('Enter');
  }
  const box = dayCard(page, DAY).getByRole('checkbox').first();
  // The mouse rests there already, as a person's does.
  await box.hover();
  return async () => {
    await page.mouse.down();
    await page.mouse.up();
  };
}

/**
 * Processor time of all tasks of the page's own thread so far, in milliseconds. The browser slows a thread down by letting
 * it spin, so at a quarter of the speed this is four times as much too; waiting for a busy machine is not in it.
 */
async function taskTime(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN) * 1000;
}

/** Makes a change so many times, after one for warming up; returns what the page saw of each but that. */
export async function measure(page: Page, change: Change, rounds: number): Promise<Measured[]> {
  const session: CDPSession = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  await session.send('Network.emulateNetworkConditions', NETWORK);
  const samples: Measured[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const act = await prepare(page, change, round);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOW_DOWN });
    await pass(400); // what opening a composer and scrolling have left to do
    await armProbe(page, change);
    const before = await taskTime(session);
    await act();
    const sample = await readProbe(page);
    const processor = (await taskTime(session)) - before;
    await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    await pass(200);
    if (round > 0) samples.push({ ...sample, processor });
  }
  await session.detach();
  return samples;
}

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
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOW_DOWN });
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
  return spreadOf(times.slice(1)).median;
}
