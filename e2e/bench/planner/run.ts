import { setTimeout as wait } from 'node:timers/promises';
import { chromium, type Page } from '@playwright/test';
import { createAccount, restoreSession } from '../../support/accounts.ts';
import { dayAfter } from '../../support/calendar.ts';
import { launchOptions } from '../../support/chromium.ts';
import { dayCard, dayCards, insertTasks, monday, openComposer, today } from '../../support/planner.ts';
import { startSite } from '../../support/site.ts';
import { NETWORK, VIEWPORT, calibrate } from '../conditions.ts';
import { atMost, spreadOf } from '../report.ts';

// `npm run bench -- planner`: how fast the planner responds to a click, on a calibrated CPU, in weeks of 10 to
// 7,000 tasks, on the built site and the real backend, which runs at full speed with a round trip of 150 ms.
// `5 10 500`: five rounds, in weeks of 10 and 500 tasks. The sky does not move, as in all tests: without a GPU the measured
// CPU would draw each of its frames.

const [rounds = 9, ...requestedSizes] = process.argv.slice(2).map(Number);
if (![rounds, ...requestedSizes].every((number) => Number.isInteger(number) && number > 0))
  throw new Error('rounds and tasks must be numbers from 1 on: `5 10 500`');
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

/** A task of a week that has every appearance of a row: completed, starred, pinned, with an emoji; titles of one or two lines. */
const taskOf = (n: number) => ({
  title: `Task ${n}${n % 5 === 0 ? ', and what else there is to say about it' : ''}`,
  task_date: dayAfter(monday, n % 7),
  ...{ completed: n % 4 === 0, starred: n % 50 === 1, pinned: n % 50 === 2 },
  emoji: n % 3 === 0 ? '🌱' : null,
});

await using ends = new AsyncDisposableStack();
const site = await startSite();
ends.defer(site.discard);
await using browser = await chromium.launch(launchOptions());
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
  const became =
    (name: string, holds: (node: Node) => boolean = () => true) =>
    ({ attributeName, target }: MutationRecord) =>
      attributeName === name && holds(target);
  // The placeholder becomes the row; or the response came before the placeholder, and the row is added.
  const becameRow = (record: MutationRecord) =>
    became('aria-busy', isRow)(record) || [...record.addedNodes].some(isRow);
  const [isTaken, isConfirmed] =
    change === 'tick'
      ? [became('aria-busy', isBusy), became('data-completed')]
      : [became('value'), becameRow];
  async function sample(): Promise<Sample> {
    const effects = [paintedAfter(isTaken), paintedAfter(isConfirmed)] as const;
    const [start, takenAt, confirmedAt] = await Promise.all([started, ...effects]);
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
  // A response within the frame of the click would be measured together with that frame's work.
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
async function measureWeek(session: unknown, isUnfolded: boolean): Promise<Record<Change, Sample[]>> {
  const options = { viewport: VIEWPORT, serviceWorkers: 'block', reducedMotion: 'reduce' } as const;
  const page = await browser.newPage(options);
  await restoreSession(page.context(), session);
  await page.goto(`${site.origin}/dashboard`);
  await dayCards(page).first().getByRole('listitem').first().waitFor({ timeout: 120_000 });
  const folded = dayCards(page).getByRole('button', { name: /^Show \d+ more$/ });
  if (isUnfolded) while ((await folded.count()) > 0) await folded.first().click();
  const samples = { tick: await measure(page, 'tick'), add: await measure(page, 'add') };
  await page.close();
  return samples;
}

/** The feedback times with ten tasks. */
const small: Partial<Record<Change, number>> = {};
for (const tasks of sizes) {
  const account = await createAccount(site);
  const all = Array.from({ length: tasks }, (_, n) => taskOf(n));
  for (let first = 0; first < tasks; first += 100) await insertTasks(account, all.slice(first, first + 100));
  // A day of more than thirteen tasks is folded.
  for (const isUnfolded of tasks > 7 * 13 ? [false, true] : [false]) {
    const samples = await measureWeek(account.session, isUnfolded);
    for (const change of ['tick', 'add'] as const) {
      const what = `${tasks}${isUnfolded ? ', unfolded' : ''}: ${change}`;
      const judge = (aspect: keyof Sample) => {
        const { median, range } = spreadOf(samples[change].map((sample) => sample[aspect]));
        atMost(`${what}, ${aspect} (${range})`, median, LIMITS[aspect](tasks), ' ms');
        return median;
      };
      const feedback = judge('feedback');
      judge('confirmed');
      if (tasks === 10) small[change] = feedback;
      const before = small[change];
      if (tasks === 500 && before) atMost(`10 to ${what}, feedback`, feedback / before, MAX_GROWTH, ' x', 2);
    }
  }
}
console.log(`
The median (range) of ${rounds} after one to warm up; Chromium ${browser.version()}, 1280 x 900, 150 ms there and back;
${processor.summary()}`);
