import { chromium, type Browser } from '@playwright/test';
import { startTestServer, type TestServer } from '@space/server/testing';
import { createAccount, restoreSession, type Account } from '../../support/accounts.ts';
import { ensureHeadlessChromium, launchOptions } from '../../support/chromium.ts';
import { dayCards, monday, unfoldWeek } from '../../support/planner.ts';
import { BUILT_SITE } from '../../support/site.ts';
import { calibrate, type Processor } from '../processor.ts';
import { atMost, spreadOf, table, verdictLines, type Verdict } from '../report.ts';
import { measure } from './measure.ts';
import type { Change, Sample } from './probe.ts';

// `npm run bench -- planner`: how fast the planner responds to a click, on a calibrated CPU, in weeks of 10 to
// 7,000 tasks, on the built site and the real backend, which runs at full speed with a round trip of 150 ms.
// `5 10 500`: five rounds, in weeks of 10 and 500 tasks. The sky does not move, as in all tests: without a GPU the measured
// CPU would draw each of its frames.

const [rounds = 9, ...requestedSizes] = process.argv.slice(2).map(Number);
if (![rounds, ...requestedSizes].every((number) => Number.isInteger(number) && number > 0)) {
  throw new Error('rounds and tasks must be numbers from 1 on: `5 10 500`');
}
const sizes = requestedSizes.length > 0 ? requestedSizes : [10, 500, 700, 7_000];

/** Limits as [tasks of the week at most, milliseconds]. */
const LIMITS = {
  feedback: [
    [10, 50],
    [500, 90],
    [Infinity, 250],
  ],
  confirmed: [
    [500, 50],
    [Infinity, 250],
  ],
} as const;
/** The allowed ratio of the feedback time with 500 tasks to that with 10. */
const MAX_GROWTH = 2;

const CHANGES = ['tick', 'add'] as const;
const ASPECTS = ['feedback', 'confirmed'] as const;

/** Inserts tasks with every appearance of a row: completed, starred, pinned, with an emoji; titles of one or two lines. */
const INSERT_TASKS = `
  insert into public.tasks (title, task_date, user_id, created_at, completed, starred, pinned, emoji)
  select
    'Task ' || place || case when place % 5 = 0 then ', and what else there is to say about it' else '' end,
    $2::date + (place % 7)::int, $1::uuid, now() - interval '1 day' + place * interval '1 millisecond',
    place % 4 = 0, place % 50 = 1, place % 50 = 2, case when place % 3 = 0 then '🌱' end
  from generate_series(0, $3::int - 1) as place`;

interface Result {
  tasks: number;
  /** Whether every task is in the page; otherwise long days are folded, as when the dashboard opens. */
  isUnfolded: boolean;
  samples: Record<Change, readonly Sample[]>;
}

async function measureWeek(
  browser: Browser,
  processor: Processor,
  server: TestServer,
  { session }: Account,
  tasks: number,
  isUnfolded: boolean,
): Promise<Result> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    timezoneId: 'Asia/Singapore',
    serviceWorkers: 'block',
    reducedMotion: 'reduce',
  });
  await restoreSession(context, session);
  const page = await context.newPage();
  await page.goto(`${server.origin}/dashboard`);
  await dayCards(page).first().getByRole('listitem').first().waitFor({ timeout: 120_000 });
  if (isUnfolded) await unfoldWeek(page);
  const tick = await measure(page, processor, 'tick', rounds);
  const add = await measure(page, processor, 'add', rounds);
  await context.close();
  return { tasks, isUnfolded, samples: { tick, add } };
}

const nameOf = ({ tasks, isUnfolded }: Result) => `${tasks}${isUnfolded ? ', unfolded' : ''}`;

const spread = ({ samples }: Result, change: Change, aspect: keyof Sample) =>
  spreadOf(samples[change].map((sample) => sample[aspect]));

function verdictsOf(result: Result, small: Result | undefined): Verdict[] {
  return CHANGES.flatMap((change) => {
    const what = `${nameOf(result)}: ${change}`;
    const verdicts = ASPECTS.map((aspect) => {
      const limit = LIMITS[aspect].find(([upTo]) => result.tasks <= upTo)?.[1] ?? NaN;
      return atMost(`${what}, ${aspect}`, spread(result, change, aspect).median, limit, ' ms');
    });
    if (!small || result.tasks !== 500) return verdicts;
    const ratio = spread(result, change, 'feedback').median / spread(small, change, 'feedback').median;
    return [...verdicts, atMost(`10 to ${what}, feedback`, ratio, MAX_GROWTH, ' x', 2)];
  });
}

const server = await startTestServer({ siteDir: BUILT_SITE });
const browser = await chromium.launch(launchOptions(ensureHeadlessChromium()));
const results: Result[] = [];
try {
  const processor = await calibrate(browser);
  for (const tasks of sizes) {
    const account = await createAccount(server);
    await server.query(INSERT_TASKS, [account.id, monday, tasks]);
    // A day of more than thirteen tasks is folded.
    for (const isUnfolded of tasks > 7 * 13 ? [false, true] : [false]) {
      results.push(await measureWeek(browser, processor, server, account, tasks, isUnfolded));
      console.log(`${tasks} tasks${isUnfolded ? ', unfolded' : ''}: measured`);
    }
  }
  const columns = CHANGES.flatMap((change) => ASPECTS.map((aspect) => ({ change, aspect })));
  const rows = results.map((result) => [
    nameOf(result),
    ...columns.map(({ change, aspect }) => {
      const { median, low, high } = spread(result, change, aspect);
      return `${median.toFixed(0)} (${low.toFixed(0)}-${high.toFixed(0)})`;
    }),
  ]);
  const headings = columns.map(({ change, aspect }) => `${change}: ${aspect}`);
  const small = results.find(({ tasks }) => tasks === 10);
  console.log(
    `\nChromium ${browser.version()}, 1280 x 900, 150 ms there and back; milliseconds, median (range) of ${rounds} after one to warm up;\n${processor.summary()}`,
  );
  console.log(`\n${table(['tasks', ...headings], rows)}`);
  const verdicts = results.flatMap((result) => verdictsOf(result, small));
  console.log(`\n${verdictLines(verdicts)}`);
  if (verdicts.some(({ isKept }) => !isKept)) process.exitCode = 1;
} finally {
  await browser.close();
  await server.close();
}
