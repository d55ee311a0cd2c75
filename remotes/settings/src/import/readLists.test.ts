import type { DayKey } from '@space/domain';
import { expect, it } from 'vitest';
import { fixture, lineOf, lossesOf, parse } from './fixtures/readFixture.ts';
import { readFile } from './readFile.ts';

it('Todoist: dates in its own notation, the highest priority as a star, each comment as a note', async () => {
  const { source, tasks, leftOut } = await parse(fixture('todoist'));
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
  expect(lossesOf(tasks)).toEqual({ notes: 2, times: 2, repeats: 2, nested: 1, priorities: 2 });
});

it('Todoist: tables with other separators, and identical tasks', async () => {
  const rows = ['TYPE;CONTENT;PRIORITY;DATE', 'task;Water;4;tomorrow', 'task;Water;4;tomorrow'];
  const { tasks } = await parse(new File([rows.join('\n')], 'a.csv'));
  expect(tasks.map(lineOf)).toEqual(['2026-11-19 Water', '2026-11-19 Water']);
  expect(new Set(tasks.map(({ key }) => key)).size).toBe(2);
});

const todoist = (...rows: readonly (readonly [date: string, language?: string])[]) =>
  parse(
    new File(
      [
        'TYPE,CONTENT,PRIORITY,DATE,DATE_LANG',
        ...rows.map(([date, language = '']) => `task,A,4,"${date}",${language}`),
      ].map((row) => `${row}\n`),
      'a.csv',
    ),
  );

it.each([
  // Today is a Wednesday.
  ['every day', '2026-11-18'],
  ['daily', '2026-11-18'],
  ['every morning at 7:30', '2026-11-18'],
  ['every monday at 9am', '2026-11-23'],
  ['every! wed', '2026-11-18'],
  ['ev tues, fri', '2026-11-20'],
  ['Every Monday and Thursday', '2026-11-19'],
  ['every weekday', '2026-11-18'],
  ['every workday', '2026-11-18'],
  ['every weekend', '2026-11-21'],
  ['every 1st', '2026-12-01'],
  ['every 17', '2026-12-17'],
  ['every 15th, 31st', '2026-12-15'],
  ['every last day', '2026-11-30'],
  ['every 3rd friday', '2026-11-20'],
  ['every first monday', '2026-12-07'],
  ['every last workday', '2026-11-30'],
  ['every nov 3', '2027-11-03'],
  ['every 27th january', '2027-01-27'],
  ['every feb 29', '2028-02-29'],
  ['every 2 weeks starting nov 3 2026', '2026-12-01'],
  ['every other day from 2026-11-17', '2026-11-19'],
  ['every month starting 31 oct 2026', '2026-12-31'],
  // The file does not say when the next time is, or in other words than ours.
  ['every 2 weeks', null],
  ['every! 3 days', null],
  ['every other week', null],
  ['every month', null],
  ['every 32nd', null],
  ['every day until dec 1', null],
  ['every lunch', null],
  ['every constructor', null],
  ['every', null],
])('Todoist: %s is next on %s', async (date, day) => {
  const { tasks } = await todoist([date, 'en']);
  expect(tasks).toMatchObject([{ day, ...(day === null && { dayText: date }) }]);
});

it.each([
  ['20/11/2026', '', '2026-11-20'],
  ['20.11.2026', '', '2026-11-20'],
  ['3.4.26', '', '2026-04-03'],
  ['03. 04. 2026', '', '2026-04-03'],
  ['11/20/2026 15:30', '', '2026-11-20'],
  ['20-11-2026', '', '2026-11-20'],
  ['2026/11/20', '', '2026-11-20'],
  ['2026. 11. 20.', 'hu', '2026-11-20'],
  ['05/05/2026', '', '2026-05-05'],
  ['20-Nov-26', 'en', '2026-11-20'],
  ['3. März 2027', 'de', '2027-03-03'],
  ['3. Dez. 2026', 'de', '2026-12-03'],
  ['3 déc. 2026', 'fr', '2026-12-03'],
  ['20 de novembro de 2026', 'pt_BR', '2026-11-20'],
  ['20 ноября 2026', 'ru', '2026-11-20'],
  ['31/02/2026', '', null],
  ['32.13.2026', '', null],
  ['3. März 2027', 'no language', null],
  ['jeden Freitag', 'de', null],
])('CSV: %s in the language %j is %s', async (date, language, day) => {
  const { tasks, openDate } = await todoist([date, language]);
  expect(tasks).toMatchObject([{ day }]);
  expect(openDate).toBeNull();
});

it('CSV: one date shows the order for all dates of the file; if none does, the user is asked', async () => {
  const daysOf = async (...dates: string[]) => {
    const { tasks, openDate } = await todoist(...dates.map((date) => [date] as const));
    return [
      openDate?.text,
      ...tasks.map(({ day, monthFirstDay }) => [day, monthFirstDay].filter(Boolean).join(' or ')),
    ];
  };
  expect(await daysOf('03/04/2026', '20/11/2026')).toEqual([undefined, '2026-04-03', '2026-11-20']);
  expect(await daysOf('03/04/2026', '11/20/2026')).toEqual([undefined, '2026-03-04', '2026-11-20']);
  expect(await daysOf('05/05/2026', '03/04/2026 9am')).toEqual([
    '03/04/2026',
    '2026-05-05 or 2026-05-05',
    '2026-04-03 or 2026-03-04',
  ]);
  // A table from two sources.
  expect(await daysOf('20/11/2026', '03/04/2026', '11/20/2026')).toEqual([
    '03/04/2026',
    '2026-11-20 or 2026-11-20',
    '2026-04-03 or 2026-03-04',
    '2026-11-20 or 2026-11-20',
  ]);
});

it('the keys of tasks do not depend on the day on which the file is read', async () => {
  const text = await fixture('todoist').text();
  const keys = async (today: DayKey) => {
    const outcome = await readFile(new File([text], 'a.csv'), today);
    return outcome.ok ? outcome.parsed.tasks.map(({ key }) => key) : [];
  };
  expect(await keys('2026-11-25')).toEqual(await keys('2026-11-18'));
});

it('TickTick: dates as a spreadsheet writes them', async () => {
  const rows = ['List Name,Title,Due Date,Status', 'Home,A,20/11/2026 23:00,0', 'Home,B,03/04/2026,0'];
  const { tasks } = await parse(new File([rows.join('\n')], 'a.csv'));
  expect(tasks.map(lineOf)).toEqual(['2026-11-20 A', '2026-04-03 B']);
});

it('TickTick: the day in the zone of the task, completed tasks as well, no notes and no cancelled tasks', async () => {
  const { source, tasks, leftOut } = await parse(fixture('tickTick'));
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
  expect(lossesOf(tasks)).toEqual({
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
  const { source, tasks, leftOut } = await parse(fixture('weekToDo'));
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
  expect(lossesOf(tasks)).toEqual({ notes: 1, steps: 1, times: 1 });
});

it('Better Space: everything is imported unchanged', async () => {
  const { source, tasks, leftOut } = await parse(fixture('betterSpace'));
  expect(source).toBe('Better Space');
  expect(tasks.map(lineOf)).toEqual([
    '2026-11-20 * 🚀 Ship the release',
    '2025-02-28 x! Nein, "doch"; oder, 語語語',
  ]);
  expect(leftOut).toEqual([]);
  expect(lossesOf(tasks)).toEqual({});
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
