import type { Page } from '@playwright/test';
import { composerField, dayCard, openComposer, today } from '../../support/planner.ts';
import type { Processor } from '../processor.ts';
import { armProbe, readProbe, type Change, type Sample } from './probe.ts';

/** A round trip of 150 ms: a response within the frame of the click would be measured together with that frame's work. */
const NETWORK = { offline: false, latency: 150, downloadThroughput: -1, uploadThroughput: -1 };

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

async function prepare(page: Page, change: Change, round: number): Promise<() => Promise<void>> {
  if (change === 'add') {
    const field = round === 0 ? await openComposer(page, today()) : composerField(page);
    await field.fill(`Written in round ${round}`);
    return () => page.keyboard.press('Enter');
  }
  // A user's mouse is already over the checkbox before the click.
  await dayCard(page, today()).getByRole('checkbox').first().hover();
  return async () => {
    await page.mouse.down();
    await page.mouse.up();
  };
}

/** Makes a change `rounds` times after a warm-up; returns the samples without that of the warm-up. */
export async function measure(
  page: Page,
  processor: Processor,
  change: Change,
  rounds: number,
): Promise<Sample[]> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.emulateNetworkConditions', NETWORK);
  const samples: Sample[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const act = await prepare(page, change, round);
    await session.send('Emulation.setCPUThrottlingRate', { rate: await processor.rate() });
    await wait(400); // pending work of opening a composer and scrolling
    await armProbe(page, change);
    await act();
    const sample = await readProbe(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    await wait(200);
    if (round > 0) samples.push(sample);
  }
  await session.detach();
  return samples;
}
