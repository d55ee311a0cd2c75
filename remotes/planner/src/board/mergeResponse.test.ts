import { describe, expect, it } from 'vitest';
import { aTask } from '@space/platform/testing';
import { mergeResponse, type LoadedDays } from './mergeResponse.ts';

const MONDAY = '2026-11-16';
const TUESDAY = '2026-11-17';
const DAYS = [MONDAY, TUESDAY] as const;
const a = aTask({ id: 'a' });
const b = aTask({ id: 'b', created_at: '2026-11-01T09:00:00+00:00' });
const EMPTY: LoadedDays = { byDay: {}, readAt: {} };
const onMonday = (board: LoadedDays) => board.byDay[MONDAY]?.map((task) => task.title);

const first = mergeResponse(EMPTY, { sentAt: 1, days: DAYS, tasks: [a, b] }, []);

describe('mergeResponse', () => {
  it('records every requested day, including the empty ones', () => {
    expect(first.byDay[TUESDAY]).toEqual([]);
    expect(first.readAt).toEqual({ [MONDAY]: 1, [TUESDAY]: 1 });
    expect(first.byDay['2026-11-18']).toBeUndefined();
  });

  it('keeps the same objects if nothing changed, so that a refresh renders nothing', () => {
    const again = mergeResponse(first, { sentAt: 2, days: DAYS, tasks: [{ ...a }, { ...b }] }, []);
    expect(again.byDay[MONDAY]).toBe(first.byDay[MONDAY]);
    expect(again.byDay[TUESDAY]).toBe(first.byDay[TUESDAY]);
  });

  it('keeps the objects of unchanged tasks', () => {
    const again = mergeResponse(first, { sentAt: 2, days: DAYS, tasks: [a, { ...b, title: 'Read' }] }, []);
    expect(again.byDay[MONDAY]?.[0]).toBe(a);
    expect(onMonday(again)).toEqual([a.title, 'Read']);
  });

  it('ignores the response to an older request than the one that is shown', () => {
    const newer = mergeResponse(EMPTY, { sentAt: 2, days: DAYS, tasks: [{ ...a, title: 'Young' }] }, []);
    const late = mergeResponse(newer, { sentAt: 1, days: DAYS, tasks: [a, b] }, []);
    expect(onMonday(late)).toEqual(['Young']);
    expect(late.readAt[MONDAY]).toBe(2);
  });

  it('still uses the days of an older response that no newer one covers', () => {
    const newer = mergeResponse(EMPTY, { sentAt: 2, days: [TUESDAY], tasks: [] }, []);
    const late = mergeResponse(newer, { sentAt: 1, days: DAYS, tasks: [a] }, []);
    expect(onMonday(late)).toEqual([a.title]);
    expect(late.readAt).toEqual({ [MONDAY]: 1, [TUESDAY]: 2 });
  });

  it('does not undo a change, a new task or a deletion that was confirmed after the request', () => {
    const added = aTask({ id: 'new', title: 'New', created_at: '2026-11-02T00:00:00+00:00' });
    const since = [
      { id: 'a', at: 3, task: { ...a, title: 'Changed' } },
      { id: 'b', at: 4, task: null },
      { id: 'new', at: 5, task: added },
    ];
    const next = mergeResponse(first, { sentAt: 2, days: DAYS, tasks: [a, b] }, since);
    expect(onMonday(next)).toEqual(['Changed', 'New']);
  });

  it('does not bring a task back to the day it was moved away from', () => {
    const moved = { ...a, task_date: '2026-11-25' as const };
    const board = { ...first, byDay: { ...first.byDay, [MONDAY]: [b], '2026-11-25': [moved] } };
    const next = mergeResponse(board, { sentAt: 2, days: DAYS, tasks: [a, b] }, [
      { id: 'a', at: 3, task: moved },
    ]);
    expect(next.byDay[MONDAY]).toEqual([b]);
    expect(next.byDay['2026-11-25']).toEqual([moved]);
  });

  it('removes a task from its old day if another device has moved it', () => {
    const next = mergeResponse(
      first,
      { sentAt: 2, days: ['2026-11-25'], tasks: [{ ...a, task_date: '2026-11-25' }] },
      [],
    );
    expect(next.byDay[MONDAY]).toEqual([b]);
    expect(next.byDay['2026-11-25']).toHaveLength(1);
  });

  it('keeps a task on the day that a newer response gives', () => {
    const next = mergeResponse(
      mergeResponse(EMPTY, { sentAt: 5, days: [TUESDAY], tasks: [{ ...a, task_date: TUESDAY }] }, []),
      { sentAt: 4, days: [MONDAY], tasks: [a] },
      [],
    );
    expect(next.byDay[MONDAY]).toEqual([]);
    expect(next.byDay[TUESDAY]).toHaveLength(1);
  });
});
