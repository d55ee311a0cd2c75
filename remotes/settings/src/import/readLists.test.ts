import { expect, it } from 'vitest';
import { fixture, lineOf, parse } from './fixtures/readFixture.ts';

it('Todoist: dates in its own notation, the highest priority as a star, each comment as a note', async () => {
  const { source, tasks, leftOut, losses } = await parse(fixture('todoist'));
  expect(source).toBe('Todoist');
  expect(tasks.map(lineOf)).toEqual([
    '2026-11-20 * 🌱 Repot the basil @garden',
    '() Buy compost',
    '2026-11-23 Water the ferns',
    '2026-11-18 Check the seed tray',
    '2026-12-03 Order seeds, "heirloom" kind',
    '2026-12-09 Send the tax papers',
    '(jeden Freitag) Fenster putzen',
  ]);
  expect(leftOut).toEqual([]);
  expect(Object.fromEntries(losses)).toEqual({ notes: 2, times: 2, repeats: 2, nested: 1, priorities: 2 });
});

it('Todoist: tables with other separators, and identical tasks', async () => {
  const rows = ['TYPE;CONTENT;PRIORITY;DATE', 'task;Water;4;tomorrow', 'task;Water;4;tomorrow'];
  const { tasks } = await parse(new File([rows.join('\n')], 'a.csv'));
  expect(tasks.map(lineOf)).toEqual(['2026-11-19 Water', '2026-11-19 Water']);
  expect(new Set(tasks.map(({ key }) => key)).size).toBe(2);
});

it('TickTick: the day in the zone of the task, completed tasks as well, no notes and no cancelled tasks', async () => {
  const { source, tasks, leftOut, losses } = await parse(fixture('tickTick'));
  expect(source).toBe('TickTick');
  expect(tasks.map(lineOf)).toEqual([
    '2026-11-20 * Repot the basil',
    '() Buy compost',
    '2026-11-21 Call the "nursery"',
    '2026-11-23 Water the ferns',
    '2026-10-05 x Sow seeds',
  ]);
  expect(leftOut).toEqual([
    { title: 'Ideas', reason: 'It is a note' },
    { title: 'Buy a pond', reason: 'It was cancelled' },
  ]);
  expect(Object.fromEntries(losses)).toEqual({
    notes: 1,
    steps: 1,
    tags: 1,
    times: 1,
    repeats: 1,
    nested: 1,
    priorities: 2,
  });
});

it('WeekToDo: days, lists without days, and repeated tasks only on the days that were filled in', async () => {
  const { source, tasks, leftOut, losses } = await parse(fixture('weekToDo'));
  expect(source).toBe('WeekToDo');
  expect(tasks.map(lineOf)).toEqual([
    '2026-11-16 x Repot the basil',
    '2026-11-16 Water the ferns',
    '2026-11-19 ☕ Coffee with Ann',
    '() Build a pond',
  ]);
  expect(leftOut).toEqual([
    { title: 'Water the ferns', reason: 'It repeats: only the days that WeekToDo has filled in come' },
  ]);
  expect(Object.fromEntries(losses)).toEqual({ notes: 1, steps: 1, times: 1 });
});

it('Better Space: everything is imported unchanged', async () => {
  const { source, tasks, leftOut, losses } = await parse(fixture('betterSpace'));
  expect(source).toBe('Better Space');
  expect(tasks.map(lineOf)).toEqual([
    '2026-11-20 * 🚀 Ship the release',
    '2025-02-28 x! Nein, "doch"; oder, 語語語',
  ]);
  expect(leftOut).toEqual([]);
  expect(losses.size).toBe(0);
});

it('Better Space: malformed tasks are listed as unreadable', async () => {
  const tasks = [{ title: 'No id' }, 7, { id: '1a000000-0000-4000-8000-000000000001' }];
  const file = JSON.stringify({ format: 'better-space-export', version: 1, tasks });
  const { leftOut } = await parse(new File([file], 'a.json'));
  expect(leftOut).toEqual([
    { title: 'No id', reason: 'It cannot be read' },
    { title: '', reason: 'It cannot be read' },
    { title: '', reason: 'It cannot be read' },
  ]);
});
