import { beforeEach, expect, it } from 'vitest';
import { useWorld } from './world.ts';
import type { Tab } from './world.ts';

const world = useWorld();
const WEEK = ['2026-11-16', '2026-11-22'] as const;

let tab: Tab & { userId: string };
beforeEach(async () => {
  tab = await world().openSignedInTab();
});

/** Many tasks at once, as an import would make them: every ten share one instant. */
async function insertTasks(count: number): Promise<void> {
  await world().server.query(
    `insert into public.tasks (title, task_date, user_id, created_at)
     select 'Task ' || n, '2026-11-16'::date + (n % 7), $1::uuid, timestamptz '2026-11-01' + (n / 10) * interval '1 microsecond'
     from generate_series(1, ${count}) n`,
    [tab.userId],
  );
}

async function expectAll(count: number): Promise<void> {
  const tasks = await tab.backend.tasks.listBetween(...WEEK);
  expect(new Set(tasks.map((task) => task.id)).size).toBe(count);
  expect(tasks).toHaveLength(count);
  const places = tasks.map((task) => `${task.created_at} ${task.id}`);
  expect(places).toEqual(places.toSorted());
}

it('needs one request for a week that fits', async () => {
  await insertTasks(50);
  world().proxy.seen.length = 0;
  await expectAll(50);
  expect(world().proxy.seen).toHaveLength(1);
});

it.each([999, 1000, 1001, 1005, 2003])(
  'lists all of %i tasks although the server cuts at 1,000',
  async (count) => {
    await insertTasks(count);
    await expectAll(count);
  },
);

it('lists all tasks under a cap of 77', async () => {
  await insertTasks(300);
  world().proxy.rule({ method: 'GET', path: '/rest/v1/tasks', cap: 77 });
  await expectAll(300);
});

it('lists all tasks under a cap of 77 when the count is lost on the way', async () => {
  await insertTasks(300);
  world().proxy.rule({ method: 'GET', path: '/rest/v1/tasks', cap: 77, hidesCount: true });
  await expectAll(300);
});

it('fails instead of leaving tasks out when a later page fails', async () => {
  await insertTasks(1005);
  world().proxy.rule({ method: 'GET', path: 'or=', fault: { status: 502 } });
  await expect(tab.backend.tasks.listBetween(...WEEK)).rejects.toMatchObject({ kind: 'network' });
});
