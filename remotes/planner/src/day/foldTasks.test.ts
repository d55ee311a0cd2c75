import { describe, expect, it } from 'vitest';
import { orderTasks } from '@space/domain';
import { aTask } from '@space/platform/testing';
import { FOLD_AT, foldTasks } from './foldTasks.ts';

const day = (count: number, marks: (index: number) => Parameters<typeof aTask>[0] = () => ({})) =>
  orderTasks(Array.from({ length: count }, (_, index) => aTask({ id: `${index}`, ...marks(index) })));

describe('foldTasks', () => {
  it('shows a short day whole', () => {
    const tasks = day(FOLD_AT);
    expect(foldTasks(tasks, false)).toBe(tasks);
  });

  it.each([
    ['nothing if it would hide a single task', FOLD_AT + 1, false, FOLD_AT + 1],
    ['the rest of a long day', 20, false, FOLD_AT],
    ['nothing once it is unfolded', 20, true, 20],
  ])('folds %s', (_, count, isUnfolded, shown) => {
    expect(foldTasks(day(count), isUnfolded)).toHaveLength(shown);
  });

  it('never hides a task that was placed there on this page', () => {
    expect(foldTasks(day(20), false, ['19']).at(-1)?.id).toBe('19');
    expect(foldTasks(day(20), false, ['19'])).toHaveLength(FOLD_AT + 1);
  });

  it('does not fold if a task that was placed there leaves only one to hide', () => {
    const tasks = day(FOLD_AT + 2);
    expect(foldTasks(tasks, false, [`${FOLD_AT}`])).toBe(tasks);
  });

  it('never hides a starred or pinned task', () => {
    const tasks = day(30, (index) => ({ starred: index % 3 === 0, pinned: index % 3 === 1 }));
    const shown = foldTasks(tasks, false);
    expect(shown).toHaveLength(20);
    expect(tasks.filter((task) => (task.starred || task.pinned) && !shown.includes(task))).toEqual([]);
  });
});
