import type { CDPSession, Page } from '@playwright/test';
import { dayCard, openComposer } from '../../support/planner.ts';
import { taskTime } from '../../support/starfield.ts';
import { armProbe, readProbe } from './probe.ts';
import type { Change, Sample } from './probe.ts';
import { DAYS } from './week.ts';

const DAY = DAYS[3] ?? '';

/** 150 ms there and back: an answer within the very frame of the press would be measured with that frame's work. */
const NETWORK = { offline: false, latency: 150, downloadThroughput: -1, uploadThroughput: -1 };
const SLOW_DOWN = 4;

const pass = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

export interface Measured extends Sample {
  /** Processor time of the page's own thread from the press until 100 ms after the confirmed state, slowed down. */
  processor: number;
}

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
