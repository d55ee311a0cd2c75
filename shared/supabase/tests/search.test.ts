import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { DayKey } from '@space/domain';
import { newTask, startWorld } from './world.ts';

const world = startWorld();

beforeEach(() => vi.spyOn(console, 'error').mockRestore());

/** Creates a signed-in user with tasks of these titles. */
async function withTasks(...titles: readonly string[]) {
  const { backend, userId } = await world().openSignedInTab();
  for (const title of titles) await backend.tasks.add(newTask(userId, title));
  const search = async (text: string) => (await backend.tasks.search(text)).map(({ title }) => title);
  return { backend, userId, search };
}

describe('searching tasks', () => {
  it('finds words in any script, whatever their case and accents, and emoji', async () => {
    const { search, backend, userId } = await withTasks(
      'Zähne beim Arzt',
      'Café (später)',
      'Ёлка купить',
      '東京へ行く',
      'שָׁלוֹם לך',
      'Straße nach Łódź',
      'Größe: 100% a_b c\\d',
      'Family 👩‍👩‍👧 day',
    );
    await backend.tasks.add({ ...newTask(userId, 'Ship it'), emoji: '🏋️' });
    for (const [text, titles] of [
      ['zahne', ['Zähne beim Arzt']],
      ['ARZT zähn', ['Zähne beim Arzt']],
      ['hne', ['Zähne beim Arzt']],
      ['cafe spater', ['Café (später)']],
      ['cafe\u0301', ['Café (später)']],
      ['елка', ['Ёлка купить']],
      ['京', ['東京へ行く']],
      ['へ行', ['東京へ行く']],
      ['שלום', ['שָׁלוֹם לך']],
      ['strasse lodz', ['Straße nach Łódź']],
      ['grosse 100', ['Größe: 100% a_b c\\d']],
      ['🏋', ['Ship it']],
      ['👩‍👧', ['Family 👩‍👩‍👧 day']],
      // Two letters are only found at the beginning of a word.
      ['sp', ['Café (später)']],
      ['hn', []],
      ['zahne cafe', []],
    ] as const) {
      expect([text, await search(text)]).toEqual([text, titles]);
    }
  });

  it('interprets no text as a pattern, and finds nothing for a text without words', async () => {
    const { search } = await withTasks('Plan', 'Plans 100');
    for (const text of ['', '  ', '%', '_', '%%%', '\\', '.*', 'p%n', 'p_an', "'; drop table tasks; --"]) {
      expect([text, await search(text)]).toEqual([text, []]);
    }
  });

  it("never finds another user's task", async () => {
    const anna = await withTasks('A secret plan');
    const bert = await withTasks('My own plan');
    expect(await bert.search('plan')).toEqual(['My own plan']);
    expect(await bert.search('secret')).toEqual([]);
    expect(await anna.search('secret')).toEqual(['A secret plan']);
  });

  it('returns the newest days first, and 50 tasks at most', async () => {
    const { search, userId } = await withTasks();
    await world().server.query(
      `insert into public.tasks (title, task_date, user_id)
       select 'Year ' || year, make_date(year, 1, 5), $1 from generate_series(2010, 2069) year`,
      [userId],
    );
    expect(await search('year')).toEqual(Array.from({ length: 50 }, (_, n) => `Year ${2069 - n}`));
  });

  it('follows tasks that are renamed, moved, deleted and restored', async () => {
    const { backend, userId, search } = await withTasks();
    const { id } = await backend.tasks.add(newTask(userId, 'Buy milk'));
    await backend.tasks.update(id, { title: 'Buy bread', completed: true });
    expect([await search('milk'), await search('bread')]).toEqual([[], ['Buy bread']]);
    await backend.tasks.update(id, { emoji: '🛒', task_date: '2026-12-01' });
    expect(await backend.tasks.search('🛒 bread')).toMatchObject([
      { task_date: '2026-12-01', completed: true },
    ]);
    await backend.tasks.remove(id);
    expect(await search('bread')).toEqual([]);
    await backend.tasks.restore(id);
    expect(await search('bread')).toEqual(['Buy bread']);
  });

  it('finds a rare word among more tasks than are scanned one by one', async () => {
    const { backend, search, userId } = await withTasks();
    await backend.tasks.add({ ...newTask(userId, 'A rare quokka'), task_date: '2001-01-01' });
    await world().server.query(
      `insert into public.tasks (title, task_date, user_id)
       select 'Weekly report ' || n, date '2020-01-01' + n, $1 from generate_series(1, 1200) n`,
      [userId],
    );
    expect(await search('quokka')).toEqual(['A rare quokka']);
    expect(await search('weekly report')).toHaveLength(50);
    expect((await search('report 77'))[0]).toBe('Weekly report 779');
  });
});

describe('unfinished tasks', () => {
  it('lists the days and ids of unfinished tasks before a day, the earliest first', async () => {
    const { backend, userId } = await withTasks();
    const add = async (task_date: DayKey, completed = false) =>
      (await backend.tasks.add({ ...newTask(userId), task_date, completed })).id;
    const late = await add('2026-11-19');
    const early = await add('2026-11-02');
    await add('2026-11-18', true);
    await add('2026-11-20');
    await withTasks('Of somebody else');
    expect(await backend.tasks.listUndone('2026-11-20')).toEqual([
      { id: early, task_date: '2026-11-02' },
      { id: late, task_date: '2026-11-19' },
    ]);
  });

  it('returns 101 of them at most', async () => {
    const { backend, userId } = await withTasks();
    await world().server.query(
      `insert into public.tasks (title, task_date, user_id)
       select 'Plan', date '2020-01-01' + n, $1 from generate_series(1, 150) n`,
      [userId],
    );
    expect(await backend.tasks.listUndone('2026-11-20')).toHaveLength(101);
  });
});
