import { setTimeout as wait } from 'node:timers/promises';
import { chromium, type Page } from '@playwright/test';
import { startTestServer } from '@space/server/testing';
import { createAccount, restoreSession } from '../../support/accounts.ts';
import { launchOptions } from '../../support/chromium.ts';
import { dayCard, dayCards, monday, openComposer, today } from '../../support/planner.ts';
import { BUILT_SITE } from '../../support/site.ts';
import { VIEWPORT, calibrate } from '../processor.ts';
import { atMost, spreadOf } from '../report.ts';

// `npm run bench -- planner`: how fast the planner responds to a click, on a calibrated CPU, in weeks of 10 to
// 7,000 tasks, on the built site and the real backend, which runs at full speed with a round trip of 150 ms.
// `5 10 500`: five rounds, in weeks of 10 and 500 tasks. The sky does not move, as in all tests: without a GPU the measured
// CPU would draw each of its frames.

const [rounds = 9, ...requestedSizes] = process.argv.slice(2).map(Number);
if (![rounds, ...requestedSizes].every((number) => Number.isInteger(number) && number > 0)) {
  throw new Error('rounds and tasks must be numbers from 1 on: `5 10 500`');
}
const sizes = requestedSizes.length > 0 ? requestedSizes : [10, 500, 700, 7_000];

type Change = 'tick' | 'add';
/**
 * In milliseconds. `feedback`: from the key or the click until the frame with the emptied field or the busy mark was painted.
 * `confirmed`: from the last byte of the server's response until the frame with the confirmed state was painted.
 */
type Sample = Record<'feedback' | 'confirmed', number>;

/** The milliseconds of a week of so many tasks at most. */
const LIMITS = {
  feedback: (tasks: number) => (tasks <= 10 ? 50 : tasks <= 500 ? 90 : 250),
  confirmed: (tasks: number) => (tasks <= 500 ? 50 : 250),
};
/** The allowed ratio of the feedback time with 500 tasks to that with 10. */
const MAX_GROWTH = 2;

/** A round trip of 150 ms: a response within the frame of the click would be measured together with that frame's work. */
const NETWORK = { offline: false, latency: 150, downloadThroughput: -1, uploadThroughput: -1 };

/** Inserts tasks with every appearance of a row: completed, starred, pinned, with an emoji; titles of one or two lines. */
const INSERT_TASKS = `
  insert into public.tasks (user_id, task_date, created_at, title, completed, starred, pinned, emoji)
  select $1::uuid, $2::date + n % 7, now() - interval '1 day' + n * interval '1 millisecond',
    'Task ' || n || case when n % 5 = 0 then ', and what else there is to say about it' else '' end,
    n % 4 = 0, n % 50 = 1, n % 50 = 2, case when n % 3 = 0 then '🌱' end
  from generate_series(0, $3::int - 1) n`;

const server = await startTestServer({ siteDir: BUILT_SITE });
const browser = await chromium.launch(launchOptions());
const processor = await calibrate(await browser.newPage({ viewport: VIEWPORT }));

/** Runs in the page: measures the next change. The clock starts at the input event's time stamp, not in its handler. */
function armProbe(change: Change): { sample: Promise<Sample> } {
  performance.clearResourceTimings();
  /** A frame counts as painted as soon as something runs after it: a task, or the start of the next frame. */
  const painted = () =>
    new Promise<number>((resolve) => {
      requestAnimationFrame(() => {
        const end = () => resolve(performance.now());
        requestAnimationFrame(end);
        void scheduler.postTask(end, { priority: 'user-blocking' });
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
  const [taken, confirmed] =
    change === 'tick'
      ? [
          paintedAfter(({ attributeName, target }) => attributeName === 'aria-busy' && isBusy(target)),
          paintedAfter(({ attributeName }) => attributeName === 'data-completed'),
        ]
      : [
          paintedAfter(({ attributeName }) => attributeName === 'value'),
          // The placeholder becomes the row; or the response came before the placeholder, and the row is added.
          paintedAfter(
            ({ attributeName, target, addedNodes }) =>
              (attributeName === 'aria-busy' && isRow(target)) || [...addedNodes].some(isRow),
          ),
        ];
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
  return { sample: sample() };
}

/** Makes a change in all rounds after a warm-up; returns the samples without that of the warm-up. */
async function measure(page: Page, change: Change): Promise<Sample[]> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.emulateNetworkConditions', NETWORK);
  const checkbox = dayCard(page, today()).getByRole('checkbox').first();
  const field = change === 'add' ? await openComposer(page, today()) : null;
  const samples: Sample[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    if (field) await field.fill(`Written in round ${round}`);
    else await checkbox.hover(); // a user's mouse is already there before the click
    await session.send('Emulation.setCPUThrottlingRate', { rate: await processor.rate() });
    await wait(400); // pending work of opening a composer and scrolling
    const probe = await page.evaluateHandle(armProbe, change);
    if (field) await page.keyboard.press('Enter');
    else await page.mouse.down().then(() => page.mouse.up());
    const sample = await probe.evaluate((armed) => armed.sample);
    await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    await wait(200);
    if (round > 0) samples.push(sample);
  }
  return samples;
}

/** Measures both changes in a week of an account. `isUnfolded`: every task is in the page; otherwise long days are folded. */
async function measureWeek(account: unknown, isUnfolded: boolean): Promise<Record<Change, Sample[]>> {
  const context = await browser.newContext({
    viewport: VIEWPORT,
    timezoneId: 'Asia/Singapore',
    serviceWorkers: 'block',
    reducedMotion: 'reduce',
  });
  await restoreSession(context, account);
  const page = await context.newPage();
  await page.goto(`${server.origin}/dashboard`);
  await dayCards(page).first().getByRole('listitem').first().waitFor({ timeout: 120_000 });
  const folded = dayCards(page).getByRole('button', { name: /^Show \d+ more$/ });
  for (let left = isUnfolded ? await folded.count() : 0; left > 0; left -= 1) await folded.first().click();
  const samples = { tick: await measure(page, 'tick'), add: await measure(page, 'add') };
  await context.close();
  return samples;
}

try {
  /** The feedback times with ten tasks. */
  const small: Partial<Record<Change, number>> = {};
  for (const tasks of sizes) {
    const { id, session } = await createAccount(server);
    await server.query(INSERT_TASKS, [id, monday, tasks]);
    // A day of more than thirteen tasks is folded.
    for (const isUnfolded of tasks > 7 * 13 ? [false, true] : [false]) {
      const samples = await measureWeek(session, isUnfolded);
      for (const change of ['tick', 'add'] as const)
        for (const aspect of ['feedback', 'confirmed'] as const) {
          const { median, range } = spreadOf(samples[change].map((sample) => sample[aspect]));
          const what = `${tasks}${isUnfolded ? ', unfolded' : ''}: ${change}, ${aspect}`;
          atMost(`${what} (${range})`, median, LIMITS[aspect](tasks), ' ms');
          if (aspect !== 'feedback') continue;
          if (tasks === 10) small[change] = median;
          const growth = median / (small[change] ?? NaN);
          if (tasks === 500 && small[change]) atMost(`10 to ${what}`, growth, MAX_GROWTH, ' x', 2);
        }
    }
  }
  console.log(`
The median (range) of ${rounds} after one to warm up; Chromium ${browser.version()}, 1280 x 900, 150 ms there and back;
${processor.summary()}`);
} finally {
  const { exitCode } = process;
  await browser.close();
  await server.close();
  process.exitCode = exitCode; // the database engine sets it when it closes
}
