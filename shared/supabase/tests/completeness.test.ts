import { beforeEach, expect, it } from 'vitest';
import { startWorld, type Tab } from './world.ts';

const world = startWorld();
const WEEK = ['2026-11-16', '2026-11-22'] as const;

let tab: Tab & { userId: string };
beforeEach(async () => {
  tab = await world().openSignedInTab();
});

/** Inserts many tasks at once, like an import: every ten share one timestamp. */
async function insertTasks(count: number): Promise<void> {
  await world().server.query(
    `insert into public.tasks (title, task_date, user_id, created_at)
     select 'Task ' || n, '2026-11-16'::date + (n % 7), $1::uuid, timestamptz '2026-11-01' + (n / 10) * interval '1 microsecond'
     from generate_series(1, ${count}) n`,
    [tab.userId],
  );
}

/** Inspects a list of tasks: the number of rows, of different rows, and whether the oldest come first. */
async function inspect(
  list = () => tab.backend.tasks.listBetween(...WEEK),
): Promise<{ rows: number; distinct: number; isOrdered: boolean }> {
  const tasks = await list();
  const sortKeys = tasks.map((task) => `${task.created_at} ${task.id}`);
  return {
    rows: tasks.length,
    distinct: new Set(tasks.map((task) => task.id)).size,
    isOrdered: sortKeys.join() === sortKeys.toSorted().join(),
  };
}

function all(count: number): Awaited<ReturnType<typeof inspect>> {
  return { rows: count, distinct: count, isOrdered: true };
}

it('needs one request for a week that fits into one response', async () => {
  await insertTasks(50);
  world().proxy.seen.length = 0;
  expect(await inspect()).toEqual(all(50));
  expect(world().proxy.seen).toHaveLength(1);
});

it.each([999, 1000, 1001, 1005, 2003])(
  'lists all of %i tasks although the server returns at most 1,000 rows',
  async (count) => {
    await insertTasks(count);
    world().proxy.seen.length = 0;
    expect(await inspect()).toEqual(all(count));
    expect(world().proxy.seen).toHaveLength(Math.ceil(count / 1000));
  },
);

it.each([false, true])(
  'lists all tasks if responses are limited to 77 rows (without the total count: %s)',
  async (hidesCount) => {
    await insertTasks(300);
    world().proxy.rule({ method: 'GET', path: '/rest/v1/tasks', cap: 77, hidesCount });
    expect(await inspect()).toEqual(all(300));
  },
);

it('lists all tasks of all days, whatever the row limit of the server', async () => {
  await insertTasks(2003);
  await world().server.query(
    `update public.tasks set task_date = task_date + (100 * random())::int where user_id = $1`,
    [tab.userId],
  );
  const everything = () => tab.backend.tasks.listAll();
  expect(await inspect(everything)).toEqual(all(2003));
  world().proxy.rule({ method: 'GET', path: '/rest/v1/tasks', cap: 500, hidesCount: true });
  expect(await inspect(everything)).toEqual(all(2003));
});

it('fails instead of leaving tasks out when a later page fails', async () => {
  await insertTasks(1005);
  world().proxy.rule({ method: 'GET', path: 'or=', fault: { status: 502 } });
  await expect(tab.backend.tasks.listBetween(...WEEK)).rejects.toMatchObject({ kind: 'network' });
  await expect(tab.backend.tasks.listAll()).rejects.toMatchObject({ kind: 'network' });
});
