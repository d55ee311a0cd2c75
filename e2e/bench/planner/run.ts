import { setTimeout as wait } from 'node:timers/promises';
import { chromium, type Page } from '@playwright/test';
import { startTestServer } from '@space/server/testing';
import { createAccount, restoreSession } from '../../support/accounts.ts';
import { launchOptions } from '../../support/chromium.ts';
import {
  composerField,
  dayCard,
  dayCards,
  monday,
  openComposer,
  today,
  unfoldWeek,
} from '../../support/planner.ts';
import { BUILT_SITE } from '../../support/site.ts';
import { calibrate } from '../processor.ts';
import { atMost, spreadOf, table } from '../report.ts';

// `npm run bench -- planner`: how fast the planner responds to a click, on a calibrated CPU, in weeks of 10 to
// 7,000 tasks, on the built site and the real backend, which runs at full speed with a round trip of 150 ms.
// `5 10 500`: five rounds, in weeks of 10 and 500 tasks. The sky does not move, as in all tests: without a GPU the measured
// CPU would draw each of its frames.

const [rounds = 9, ...requestedSizes] = process.argv.slice(2).map(Number);
if (![rounds, ...requestedSizes].every((number) => Number.isInteger(number) && number > 0)) {
  throw new Error('rounds and tasks must be numbers from 1 on: `5 10 500`');
}
const sizes = requestedSizes.length > 0 ? requestedSizes : [10, 500, 700, 7_000];

/** The milliseconds of a week of so many tasks at most. */
const LIMITS = {
  feedback: (tasks: number) => (tasks <= 10 ? 50 : tasks <= 500 ? 90 : 250),
  confirmed: (tasks: number) => (tasks <= 500 ? 50 : 250),
};
/** The allowed ratio of the feedback time with 500 tasks to that with 10. */
const MAX_GROWTH = 2;

/** The latencies of one change, in milliseconds. */
interface Sample {
  /** From the key or the click until the frame with the emptied field or the busy mark was painted. */
  feedback: number;
  /** From the last byte of the server's response until the frame with the confirmed state was painted. */
  confirmed: number;
}

declare global {
  interface Window {
    benchSample: Promise<Sample>;
  }
}

const CHANGES = ['tick', 'add'] as const;
const ASPECTS = ['feedback', 'confirmed'] as const;
type Change = (typeof CHANGES)[number];

/** A round trip of 150 ms: a response within the frame of the click would be measured together with that frame's work. */
const NETWORK = { offline: false, latency: 150, downloadThroughput: -1, uploadThroughput: -1 };

/** Inserts tasks with every appearance of a row: completed, starred, pinned, with an emoji; titles of one or two lines. */
const INSERT_TASKS = `
  insert into public.tasks (title, task_date, user_id, created_at, completed, starred, pinned, emoji)
  select
    'Task ' || place || case when place % 5 = 0 then ', and what else there is to say about it' else '' end,
    $2::date + (place % 7)::int, $1::uuid, now() - interval '1 day' + place * interval '1 millisecond',
    place % 4 = 0, place % 50 = 1, place % 50 = 2, case when place % 3 = 0 then '🌱' end
  from generate_series(0, $3::int - 1) as place`;

const server = await startTestServer({ siteDir: BUILT_SITE });
const browser = await chromium.launch(launchOptions());
const processor = await calibrate(browser);

/** Runs in the page: measures the next change. The clock starts at the input event's time stamp, not in its handler. */
function armProbe(change: Change): void {
  performance.clearResourceTimings();
  /** A frame counts as painted as soon as something runs after it: a message, or the start of the next frame. */
  const painted = () =>
    new Promise<number>((resolve) => {
      requestAnimationFrame(() => {
        const end = () => resolve(performance.now());
        requestAnimationFrame(end);
        const { port1, port2 } = new MessageChannel();
        port1.addEventListener('message', end);
        port1.start();
        port2.postMessage(null);
      });
    });
  const started = new Promise<number>((resolve) => {
    const handle = ({ timeStamp }: Event) => resolve(timeStamp);
    addEventListener(change === 'add' ? 'keydown' : 'click', handle, { capture: true, once: true });
  });
  // Checks only the mutation records: searching the tree for the change would cost more than the change itself.
  const paintedAfter = (matches: (record: MutationRecord) => boolean) =>
    new Promise<number>((resolve) => {
      const observer = new MutationObserver((records) => {
        if (!records.some(matches)) return;
        observer.disconnect();
        resolve(painted());
      });
      const attributeFilter = ['aria-busy', 'data-completed', 'value'];
      observer.observe(document.body, { subtree: true, childList: true, attributeFilter });
    });
  const isBusy = (node: Node) => node instanceof Element && node.ariaBusy === 'true';
  const isRow = (node: Node) =>
    node instanceof Element && !isBusy(node) && node.querySelector('[data-action="toggle"]') !== null;
  /** The first feedback: the emptied field, or the row that is marked as busy. */
  const taken = paintedAfter(({ target, attributeName }) =>
    change === 'add' ? attributeName === 'value' : attributeName === 'aria-busy' && isBusy(target),
  );
  // The placeholder of a new task becomes its row; or the response came before the placeholder, and the row is added.
  const confirmed = paintedAfter(({ target, attributeName, addedNodes }) =>
    change === 'tick'
      ? attributeName === 'data-completed'
      : (attributeName === 'aria-busy' && isRow(target)) || [...addedNodes].some(isRow),
  );
  async function sample(): Promise<Sample> {
    const [start, takenAt, confirmedAt] = await Promise.all([started, taken, confirmed]);
    // The browser adds resource timing entries in a later task.
    await new Promise((resolve) => setTimeout(resolve, 100));
    const responses = performance
      .getEntriesByType('resource')
      .filter(({ name, startTime }) => name.includes('/rest/v1/tasks') && startTime >= start);
    const respondedAt = Math.max(...responses.map(({ startTime, duration }) => startTime + duration));
    return { feedback: takenAt - start, confirmed: confirmedAt - respondedAt };
  }
  window.benchSample = sample();
}

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

/** Makes a change in all rounds after a warm-up; returns the samples without that of the warm-up. */
async function measure(page: Page, change: Change): Promise<Sample[]> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.emulateNetworkConditions', NETWORK);
  const samples: Sample[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const act = await prepare(page, change, round);
    await session.send('Emulation.setCPUThrottlingRate', { rate: await processor.rate() });
    await wait(400); // pending work of opening a composer and scrolling
    await page.evaluate(armProbe, change);
    await act();
    const sample = await page.evaluate(() => window.benchSample);
    await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    await wait(200);
    if (round > 0) samples.push(sample);
  }
  await session.detach();
  return samples;
}

/** Measures both changes in a week of an account. `isUnfolded`: every task is in the page; otherwise long days are folded. */
async function measureWeek(account: unknown, isUnfolded: boolean): Promise<Record<Change, Sample[]>> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    timezoneId: 'Asia/Singapore',
    serviceWorkers: 'block',
    reducedMotion: 'reduce',
  });
  await restoreSession(context, account);
  const page = await context.newPage();
  await page.goto(`${server.origin}/dashboard`);
  await dayCards(page).first().getByRole('listitem').first().waitFor({ timeout: 120_000 });
  if (isUnfolded) await unfoldWeek(page);
  const samples = { tick: await measure(page, 'tick'), add: await measure(page, 'add') };
  await context.close();
  return samples;
}

const verdicts: Parameters<typeof atMost>[] = [];
try {
  const rows: string[][] = [];
  /** The feedback times with ten tasks. */
  const small: Partial<Record<Change, number>> = {};
  for (const tasks of sizes) {
    const account = await createAccount(server);
    await server.query(INSERT_TASKS, [account.id, monday, tasks]);
    // A day of more than thirteen tasks is folded.
    for (const isUnfolded of tasks > 7 * 13 ? [false, true] : [false]) {
      const name = `${tasks}${isUnfolded ? ', unfolded' : ''}`;
      const samples = await measureWeek(account.session, isUnfolded);
      console.log(`${name}: measured`);
      const row = [name];
      for (const change of CHANGES)
        for (const aspect of ASPECTS) {
          const { median, low, high } = spreadOf(samples[change].map((sample) => sample[aspect]));
          row.push(`${median.toFixed(0)} (${low.toFixed(0)}-${high.toFixed(0)})`);
          const what = `${name}: ${change}, ${aspect}`;
          verdicts.push([what, median, LIMITS[aspect](tasks), ' ms']);
          if (aspect !== 'feedback') continue;
          if (tasks === 10) small[change] = median;
          const growth = median / (small[change] ?? NaN);
          if (tasks === 500 && small[change]) verdicts.push([`10 to ${what}`, growth, MAX_GROWTH, ' x', 2]);
        }
      rows.push(row);
    }
  }
  const headings = CHANGES.flatMap((change) => ASPECTS.map((aspect) => `${change}: ${aspect}`));
  const conditions = `Chromium ${browser.version()}, 1280 x 900, 150 ms there and back; milliseconds, median (range)`;
  console.log(`\n${conditions} of ${rounds} after one to warm up;\n${processor.summary()}`);
  console.log(`\n${table(['tasks', ...headings], rows)}\n`);
} finally {
  await browser.close();
  await server.close();
}
// At the end: the database engine sets the exit code when it closes.
for (const verdict of verdicts) atMost(...verdict);
