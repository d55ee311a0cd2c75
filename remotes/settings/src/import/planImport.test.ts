import type { DayKey } from '@space/domain';
import { expect, it } from 'vitest';
import type { ParsedTask } from './parsedFile.ts';
import { planImport } from './planImport.ts';

const ID = '1a000000-0000-4000-8000-000000000001';

const OPTIONS = {
  userId: 'ada',
  existing: new Set<string>(),
  today: '2026-11-18',
  isUndatedToday: false,
  isMonthFirst: false,
  isEverything: null,
} as const;

function planOf(tasks: (Partial<ParsedTask> & { key: string })[], options: object = {}) {
  const whole = { title: 'Water', day: '2026-11-20', completed: false, losses: {} } as const;
  const file = { source: 'Todoist', tasks: tasks.map((task) => ({ ...whole, ...task })), leftOut: [] };
  const plan = planImport(file, { ...OPTIONS, ...options });
  return { ...plan, ids: plan.toAdd.map(({ id }) => id), days: plan.toAdd.map(({ task_date }) => task_date) };
}

it('import-once: a task gets a stable id that depends on its user and on its key in the source', () => {
  const [id] = planOf([{ key: 'a' }]).ids;
  // If this id changes, the next import of every user adds all tasks a second time.
  expect(id).toBe('4c595c5c-5dd3-5d85-8f90-6fe681c2c4b5');
  expect(planOf([{ key: 'b' }]).ids).not.toContain(id);
  expect(planOf([{ key: 'a' }], { userId: 'ben' }).ids).not.toContain(id);
});

it('import-once: tasks that were imported before, or are of the same account, are counted, even if they have changed', () => {
  const existing = new Set([...planOf([{ key: 'a' }, { key: 'b' }]).ids, ID]);
  const own = { key: `better-space\n${ID}`, id: ID };
  const again = [{ key: 'a', title: 'Another', day: null }, { key: 'b' }, { key: 'c' }, own];
  const plan = planOf(again, { existing });
  expect(plan).toMatchObject({ present: 3, undated: 0, earlier: 0, leftOut: [] });
  expect(plan.toAdd).toHaveLength(1);
  // If it was deleted, it gets a derived id: the id in the file may belong to another user's task.
  expect(planOf([own]).ids).not.toContain(ID);
});

it.each([
  [{ title: ' \u200b ' }, 'Task title cannot be empty'],
  [{ title: 'x'.repeat(201) }, 'Task title must be less than 200 characters'],
  [{ title: 'a\ud800' }, 'Task title contains a character that cannot be saved'],
  [{ emoji: 'abc' }, 'Invalid emoji character'],
  [{ title: 'x'.repeat(201), day: null }, 'Task title must be less than 200 characters'],
  [{ day: null }, 'It has no day'],
  [{ day: null, dayText: 'jeden Freitag' }, 'Its day is not understood: jeden Freitag'],
  [{ key: 'before' }, 'It is in the file twice'],
])('import-files: a task is left out with the reason, nothing is shortened: %j', (broken, reason) => {
  const plan = planOf([{ key: 'before' }, { key: 'a', ...broken }]);
  expect(plan.toAdd).toHaveLength(1);
  expect(plan.leftOut).toMatchObject([{ reason }]);
});

const daysFrom = (day: DayKey, count: number) =>
  Array.from({ length: count }, (_, index) => ({ key: `${day} ${index}`, day }));

it.each([
  [20, true, 23],
  [21, false, 3],
])(
  'import-files: of %i tasks before this week everything is chosen at first: %s',
  (count, isEverything, chosen) => {
    const tasks = [...daysFrom('2026-11-15', count), ...daysFrom('2026-11-16', 3)];
    const plan = planOf(tasks);
    expect(plan).toMatchObject({ isEverything, earlier: count, fromThisWeek: 3 });
    expect(plan.toAdd).toHaveLength(chosen);
    expect(planOf(tasks, { isEverything: !isEverything }).toAdd).toHaveLength(count + 6 - chosen);
    const existing = new Set(planOf(tasks, { isEverything: true }).ids);
    expect(planOf(tasks, { existing })).toMatchObject({ present: count + 3, earlier: 0, toAdd: [] });
  },
);

it('import-files: what tasks lose is counted of those to add alone', () => {
  const losses = { notes: true };
  const tasks = [
    { key: 'a', losses },
    { key: 'b', losses, day: null },
    { key: 'c', losses, title: '' },
    { key: 'd', losses, day: '2026-11-01' as const },
  ];
  expect(planOf(tasks, { isEverything: false }).losses).toEqual([['notes', 1]]);
  const onToday = planOf(tasks, { isUndatedToday: true });
  expect(onToday.losses).toEqual([['notes', 3]]);
  expect(onToday.days).toContain('2026-11-18');
});

it('import-once: a date that can be read in two ways is the day that the user chooses, with the same id', () => {
  const tasks = [{ key: 'a', day: '2026-12-11', monthFirstDay: '2026-11-12' } as const];
  const [first, second] = [planOf(tasks), planOf(tasks, { isMonthFirst: true })];
  expect([first.days, second.days]).toEqual([['2026-12-11'], ['2026-11-12']]);
  expect(first.ids).toEqual(second.ids);
});
