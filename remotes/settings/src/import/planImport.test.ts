import type { DayKey } from '@space/domain';
import { expect, it } from 'vitest';
import type { ParsedTask } from './parsedFile.ts';
import { planImport } from './planImport.ts';

const ID = '1a000000-0000-4000-8000-000000000001';
const CHOICES = { isUndatedToday: false, isMonthFirst: false, isEverything: null };

function planOf(parts: (Partial<ParsedTask> & { key: string })[], options: object = {}) {
  const whole = { title: 'Water', day: '2026-11-20', completed: false, losses: {} } as const;
  const file = { source: 'Todoist', tasks: parts.map((task) => ({ ...whole, ...task })), leftOut: [] };
  const existing = new Set<string>();
  const plan = planImport(file, { userId: 'ada', existing, today: '2026-11-18', ...CHOICES, ...options });
  return { ...plan, ids: plan.toAdd.map(({ id }) => id), days: plan.toAdd.map(({ task_date }) => task_date) };
}

it('import-once: a task gets a stable id that depends on its user and on its key, not on how its date is read', () => {
  const tasks = [{ key: 'a', day: '2026-12-11', monthFirstDay: '2026-11-12' } as const];
  // If this id changes, the next import of every user adds all tasks a second time.
  const ids = ['4c595c5c-5dd3-5d85-8f90-6fe681c2c4b5'];
  expect(planOf(tasks)).toMatchObject({ ids, days: ['2026-12-11'] });
  expect(planOf(tasks, { isMonthFirst: true })).toMatchObject({ ids, days: ['2026-11-12'] });
  expect(planOf([{ key: 'b' }]).ids).not.toEqual(ids);
  expect(planOf(tasks, { userId: 'ben' }).ids).not.toEqual(ids);
});

it('import-once: tasks that were imported before, or are of the same account, are counted, even if they have changed', () => {
  const existing = new Set([...planOf([{ key: 'a' }, { key: 'b' }]).ids, ID]);
  const own = { key: `better-space\n${ID}`, id: ID };
  const again = [{ key: 'a', title: 'Another', day: null }, { key: 'b' }, { key: 'c' }, own];
  const plan = planOf(again, { existing });
  expect(plan).toMatchObject({ present: 3, undated: 0, earlier: 0, leftOut: [], days: ['2026-11-20'] });
  // If it was deleted, it gets a derived id: the id in the file may belong to another user's task.
  expect(planOf([own]).ids).not.toContain(ID);
});

const LONG = { title: 'x'.repeat(201) };

it.each([
  [{ title: ' \u200b ' }, 'Task title cannot be empty'],
  [LONG, 'Task title must be less than 200 characters'],
  [{ title: 'a\ud800' }, 'Task title contains a character that cannot be saved'],
  [{ emoji: 'abc' }, 'Invalid emoji character'],
  [{ ...LONG, day: null }, 'Task title must be less than 200 characters'],
  [{ day: null }, 'It has no day'],
  [{ day: null, dayText: 'jeden Freitag' }, 'Its day is not understood: jeden Freitag'],
  [{ key: 'before' }, 'It is in the file twice'],
])('import-files: a task is left out with the reason, nothing is shortened: %j', (broken, reason) => {
  const plan = planOf([{ key: 'before' }, { key: 'a', ...broken }]);
  expect([plan.toAdd.length, plan.leftOut.map((each) => each.reason)]).toEqual([1, [reason]]);
});

it.each([
  [20, true, 23],
  [21, false, 3],
])(
  'import-files: of %i tasks before this week all are chosen at first: %s',
  (count, isEverything, chosen) => {
    const from = (day: DayKey, length: number) =>
      Array.from({ length }, (_, n) => ({ key: `${day} ${n}`, day }));
    const tasks = [...from('2026-11-15', count), ...from('2026-11-16', 3)];
    const plan = planOf(tasks);
    expect(plan).toMatchObject({ isEverything, earlier: count, fromThisWeek: 3 });
    expect(plan.toAdd).toHaveLength(chosen);
    expect(planOf(tasks, { isEverything: !isEverything }).toAdd).toHaveLength(count + 6 - chosen);
    const existing = new Set(planOf(tasks, { isEverything: true }).ids);
    expect(planOf(tasks, { existing })).toMatchObject({ present: count + 3, earlier: 0, toAdd: [] });
  },
);

it('import-files: what tasks lose is counted of those to add alone', () => {
  const days = [{}, { day: null }, LONG, { day: '2026-11-01' as const }];
  const tasks = days.map((part, index) => ({ key: `${index}`, losses: { notes: true }, ...part }));
  expect(planOf(tasks, { isEverything: false }).losses).toEqual([['notes', 1]]);
  const onToday = planOf(tasks, { isUndatedToday: true });
  expect([onToday.losses, onToday.days[1]]).toEqual([[['notes', 3]], '2026-11-18']);
});
