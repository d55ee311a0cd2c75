import { describe, expect, it } from 'vitest';
import { aTask } from '@space/platform/testing';
import { withTask, withoutTasks, type TasksByDay } from './tasksByDay.ts';

const MONDAY = '2026-11-16';
const TUESDAY = '2026-11-17';
const a = aTask({ id: 'a', created_at: '2026-11-01T08:00:00+00:00' });
const b = aTask({ id: 'b', created_at: '2026-11-01T09:00:00+00:00' });
const c = aTask({ id: 'c', created_at: '2026-11-01T10:00:00.5+00:00', task_date: TUESDAY });
const board: TasksByDay = { [MONDAY]: [a, b], [TUESDAY]: [c] };
const ids = (byDay: TasksByDay, day: keyof TasksByDay) => byDay[day]?.map((task) => task.id);

describe('withTask', () => {
  it('replaces only the list of the day that changes', () => {
    const next = withTask(board, { ...a, completed: true });
    expect(next[MONDAY]?.[0]?.completed).toBe(true);
    expect(next[MONDAY]?.[1]).toBe(b);
    expect(next[TUESDAY]).toBe(board[TUESDAY]);
  });

  it('moves a starred task to the front, and back to its place when it is unstarred', () => {
    const starred = withTask(board, { ...b, starred: true });
    expect(ids(starred, MONDAY)).toEqual(['b', 'a']);
    expect(ids(withTask(starred, b), MONDAY)).toEqual(['a', 'b']);
  });

  it('removes a moved task from its old day', () => {
    const next = withTask(board, { ...a, task_date: TUESDAY });
    expect(ids(next, MONDAY)).toEqual(['b']);
    expect(ids(next, TUESDAY)).toEqual(['a', 'c']);
  });

  it('adds a task to a day that was not loaded yet', () => {
    expect(ids(withTask(board, { ...a, task_date: '2026-11-20' }), '2026-11-20')).toEqual(['a']);
  });

  it('puts a new task at the end', () => {
    const late = aTask({ id: '0', created_at: '2026-11-01T10:00:00.51+00:00', task_date: TUESDAY });
    expect(ids(withTask(board, late), TUESDAY)).toEqual(['c', '0']);
  });
});

describe('withoutTasks', () => {
  it('removes tasks from their days and leaves the others unchanged', () => {
    const next = withoutTasks(board, new Set(['a']));
    expect(ids(next, MONDAY)).toEqual(['b']);
    expect(next[TUESDAY]).toBe(board[TUESDAY]);
  });

  it('returns the same board if there is nothing to remove', () => {
    expect(withoutTasks(board, new Set(['x']))).toBe(board);
  });
});
