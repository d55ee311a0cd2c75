import { expect, it } from 'vitest';
import { planImport } from './planImport.ts';
import { createReading, type FoundTask } from './reading.ts';

const OPTIONS = {
  userId: 'ada',
  existing: new Set<string>(),
  today: '2026-11-18',
  isUndatedToday: false,
} as const;
const ID = '1a000000-0000-4000-8000-000000000001';

function readingOf(...tasks: (Partial<FoundTask> & { key: string })[]) {
  const { reading, add } = createReading('Todoist');
  for (const task of tasks) add({ title: 'Water', day: '2026-11-20', ...task });
  return reading;
}
const idsOf = (plan: ReturnType<typeof planImport>) => plan.toAdd.map(({ id }) => id);

it('a task gets an id that is always the same for its user and its place in the source, and never another', () => {
  const [id, ...others] = [
    planImport(readingOf({ key: 'a' }), OPTIONS),
    planImport(readingOf({ key: 'b' }), OPTIONS),
    planImport(readingOf({ key: 'a' }), { ...OPTIONS, userId: 'ben' }),
  ].flatMap(idsOf);
  // A change of this id makes everybody's next import a second one.
  expect(id).toBe('4c595c5c-5dd3-5d85-8f90-6fe681c2c4b5');
  expect(others).not.toContain(id);
});

it('what is here already is counted, however it looks by now', () => {
  const first = planImport(readingOf({ key: 'a' }, { key: 'b' }), OPTIONS);
  const again = readingOf({ key: 'a', title: 'Another', day: null }, { key: 'b' }, { key: 'c' });
  const second = planImport(again, { ...OPTIONS, existing: new Set(idsOf(first)) });
  expect(second).toMatchObject({ here: 2, undated: 0, leftOut: [] });
  expect(second.toAdd).toHaveLength(1);
});

it('a file of the same account makes none of its tasks twice', () => {
  const reading = readingOf({ key: `better-space\n${ID}`, id: ID });
  expect(planImport(reading, { ...OPTIONS, existing: new Set([ID]) })).toMatchObject({ here: 1, toAdd: [] });
  // Where it is gone, it comes under an id of the import: an id that a file names may be another user's.
  expect(idsOf(planImport(reading, OPTIONS))).not.toContain(ID);
});

it('what has no day waits for a word, and says what stood in its place', () => {
  const reading = readingOf({ key: 'a', day: null }, { key: 'b', day: null, dayText: 'jeden Freitag' });
  expect(planImport(reading, OPTIONS)).toMatchObject({
    toAdd: [],
    undated: 2,
    leftOut: [{ reason: 'It has no day' }, { reason: 'Its day is not understood: jeden Freitag' }],
  });
  const onToday = planImport(reading, { ...OPTIONS, isUndatedToday: true });
  expect(onToday.toAdd.map(({ task_date }) => task_date)).toEqual(['2026-11-18', '2026-11-18']);
  expect(onToday.leftOut).toEqual([]);
});

it.each([
  [{ title: ' \u200b ' }, 'Task title cannot be empty'],
  [{ title: 'x'.repeat(201) }, 'Task title must be less than 200 characters'],
  [{ title: 'a\ud800' }, 'Task title contains a character that cannot be saved'],
  [{ emoji: 'abc' }, 'Invalid emoji character'],
  [{ title: 'x'.repeat(201), day: null }, 'Task title must be less than 200 characters'],
])('what breaks a rule of a task is named and not cut: %j', (broken, reason) => {
  const plan = planImport(readingOf({ key: 'a', ...broken }), OPTIONS);
  expect(plan.toAdd).toEqual([]);
  expect(plan.leftOut).toMatchObject([{ reason }]);
});

it('what is in a file twice comes once', () => {
  const plan = planImport(readingOf({ key: 'a' }, { key: 'a' }), OPTIONS);
  expect(plan.toAdd).toHaveLength(1);
  expect(plan.leftOut).toEqual([{ title: 'Water', reason: 'It is in the file twice' }]);
});
