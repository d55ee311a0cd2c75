import type { DayKey } from '@space/domain';
import { expect, it } from 'vitest';
import { planImport } from './planImport.ts';
import { createParsedFile, type ParsedTask } from './parsedFile.ts';

const OPTIONS = {
  userId: 'ada',
  existing: new Set<string>(),
  today: '2026-11-18',
  isUndatedToday: false,
  isMonthFirst: false,
  isEverything: null,
} as const;
const ID = '1a000000-0000-4000-8000-000000000001';

function fileOf(...tasks: (Partial<ParsedTask> & { key: string })[]) {
  const { parsed, add } = createParsedFile('Todoist');
  for (const task of tasks) add({ title: 'Water', day: '2026-11-20', ...task });
  return parsed;
}
const idsOf = (plan: ReturnType<typeof planImport>) => plan.toAdd.map(({ id }) => id);

it('a task gets a stable id that depends on its user and on its key in the source', () => {
  const [id, ...others] = [
    planImport(fileOf({ key: 'a' }), OPTIONS),
    planImport(fileOf({ key: 'b' }), OPTIONS),
    planImport(fileOf({ key: 'a' }), { ...OPTIONS, userId: 'ben' }),
  ].flatMap(idsOf);
  // If this id changes, the next import of every user adds all tasks a second time.
  expect(id).toBe('4c595c5c-5dd3-5d85-8f90-6fe681c2c4b5');
  expect(others).not.toContain(id);
});

it('tasks that were imported before are counted, even if they have changed', () => {
  const first = planImport(fileOf({ key: 'a' }, { key: 'b' }), OPTIONS);
  const again = fileOf({ key: 'a', title: 'Another', day: null }, { key: 'b' }, { key: 'c' });
  const second = planImport(again, { ...OPTIONS, existing: new Set(idsOf(first)) });
  expect(second).toMatchObject({ present: 2, undated: 0, leftOut: [] });
  expect(second.toAdd).toHaveLength(1);
});

it('a file of the same account adds no task twice', () => {
  const file = fileOf({ key: `better-space\n${ID}`, id: ID });
  expect(planImport(file, { ...OPTIONS, existing: new Set([ID]) })).toMatchObject({ present: 1, toAdd: [] });
  // If it was deleted, it gets a derived id: the id in the file may belong to another user's task.
  expect(idsOf(planImport(file, OPTIONS))).not.toContain(ID);
});

it('tasks without a day are left out with the reason, unless the user puts them on today', () => {
  const file = fileOf({ key: 'a', day: null }, { key: 'b', day: null, dayText: 'jeden Freitag' });
  expect(planImport(file, OPTIONS)).toMatchObject({
    toAdd: [],
    undated: 2,
    leftOut: [{ reason: 'It has no day' }, { reason: 'Its day is not understood: jeden Freitag' }],
  });
  const onToday = planImport(file, { ...OPTIONS, isUndatedToday: true });
  expect(onToday.toAdd.map(({ task_date }) => task_date)).toEqual(['2026-11-18', '2026-11-18']);
  expect(onToday.leftOut).toEqual([]);
});

it.each([
  [{ title: ' \u200b ' }, 'Task title cannot be empty'],
  [{ title: 'x'.repeat(201) }, 'Task title must be less than 200 characters'],
  [{ title: 'a\ud800' }, 'Task title contains a character that cannot be saved'],
  [{ emoji: 'abc' }, 'Invalid emoji character'],
  [{ title: 'x'.repeat(201), day: null }, 'Task title must be less than 200 characters'],
])('an invalid task is left out with the reason, not truncated: %j', (broken, reason) => {
  const plan = planImport(fileOf({ key: 'a', ...broken }), OPTIONS);
  expect(plan.toAdd).toEqual([]);
  expect(plan.leftOut).toMatchObject([{ reason }]);
});

it('a task that is in a file twice is added once', () => {
  const plan = planImport(fileOf({ key: 'a' }, { key: 'a' }), OPTIONS);
  expect(plan.toAdd).toHaveLength(1);
  expect(plan.leftOut).toEqual([{ title: 'Water', reason: 'It is in the file twice' }]);
});

const daysFrom = (day: DayKey, count: number) =>
  Array.from({ length: count }, (_, index) => ({ key: `${day} ${index}`, day }));

it.each([
  [20, true, 23],
  [21, false, 3],
])(
  'of a file with %i tasks before this week everything is chosen at first: %s',
  (earlier, isEverything, count) => {
    const file = fileOf(...daysFrom('2026-11-15', earlier), ...daysFrom('2026-11-16', 3));
    const plan = planImport(file, OPTIONS);
    expect(plan).toMatchObject({ isEverything, earlier, fromThisWeek: 3 });
    expect(plan.toAdd).toHaveLength(count);
    const other = planImport(file, { ...OPTIONS, isEverything: !isEverything });
    expect(other.toAdd).toHaveLength(earlier + 3 + 3 - count);
  },
);

it('tasks that are here already do not count as earlier ones', () => {
  const file = fileOf(...daysFrom('2026-11-15', 30));
  const existing = new Set(idsOf(planImport(file, { ...OPTIONS, isEverything: true })));
  expect(planImport(file, { ...OPTIONS, existing })).toMatchObject({ present: 30, earlier: 0, toAdd: [] });
});

it('what tasks lose is counted of those to add alone', () => {
  const notes = new Set(['notes'] as const);
  const file = fileOf(
    { key: 'a', losses: notes },
    { key: 'b', losses: notes, day: null },
    { key: 'c', losses: notes, title: '' },
    { key: 'd', losses: notes, day: '2026-11-01' },
  );
  expect(planImport(file, { ...OPTIONS, isEverything: false }).losses).toEqual([['notes', 1]]);
  expect(planImport(file, { ...OPTIONS, isUndatedToday: true }).losses).toEqual([['notes', 3]]);
});

it('a date that can be read in two ways is the day that the user chooses, with the same id', () => {
  const file = fileOf({ key: 'a', day: '2026-12-11', monthFirstDay: '2026-11-12' });
  const [dayFirst, monthFirst] = [
    planImport(file, OPTIONS),
    planImport(file, { ...OPTIONS, isMonthFirst: true, isEverything: true }),
  ].flatMap(({ toAdd }) => toAdd);
  expect([dayFirst?.task_date, monthFirst?.task_date]).toEqual(['2026-12-11', '2026-11-12']);
  expect(dayFirst?.id).toBe(monthFirst?.id);
});
