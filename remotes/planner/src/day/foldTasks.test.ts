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

  it('does not fold a single task away', () => {
    expect(foldTasks(day(FOLD_AT + 1), false)).toHaveLength(FOLD_AT + 1);
  });

  it('folds the rest of a long day', () => {
    expect(foldTasks(day(20), false)).toHaveLength(FOLD_AT);
  });

  it('shows everything once unfolded', () => {
    expect(foldTasks(day(20), true)).toHaveLength(20);
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
