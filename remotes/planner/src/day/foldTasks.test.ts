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
    ['no single task away', FOLD_AT + 1, false, FOLD_AT + 1],
    ['the rest of a long day', 20, false, FOLD_AT],
    ['nothing once it is unfolded', 20, true, 20],
  ])('folds %s', (_, count, isUnfolded, shown) => {
    expect(foldTasks(day(count), isUnfolded)).toHaveLength(shown);
  });

  it('never folds away what was put there on this page', () => {
    expect(foldTasks(day(20), false, ['19']).at(-1)?.id).toBe('19');
    expect(foldTasks(day(20), false, ['19'])).toHaveLength(FOLD_AT + 1);
  });

  it('does not fold at all for the sake of a single one', () => {
    const tasks = day(FOLD_AT + 2);
    expect(foldTasks(tasks, false, [`${FOLD_AT}`])).toBe(tasks);
  });

  it('never folds away what is starred or pinned', () => {
    const tasks = day(30, (index) => ({ starred: index % 3 === 0, pinned: index % 3 === 1 }));
    const shown = foldTasks(tasks, false);
    expect(shown).toHaveLength(20);
    expect(tasks.filter((task) => (task.starred || task.pinned) && !shown.includes(task))).toEqual([]);
  });
});
