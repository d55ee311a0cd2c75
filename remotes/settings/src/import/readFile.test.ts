import type { DayKey } from '@space/domain';
import { expect, it } from 'vitest';
import { TODAY, fixture, lineOf, lossesOf, parse } from '../testing/readFixture.ts';
import dates from './fixtures/dates.txt?raw';
import { readFile } from './readFile.ts';

const LEFT_BY_TICKTICK = [
  { title: 'Ideas', reason: 'It is a note' },
  { title: 'Buy a pond', reason: 'It was cancelled' },
];
const FILLED_DAYS = 'It repeats: only the days that WeekToDo has filled in come';

it.each([
  [
    'todoist',
    'Todoist',
    [
      '2026-11-20 * 🌱 Repot the basil @garden',
      '() Buy compost',
      '2026-11-23 Water the ferns',
      '2026-11-18 Check the seed tray',
      '2026-12-03 Order seeds, "heirloom" kind',
      '2026-12-09 Send the tax papers',
      '(jeden Freitag) Fenster putzen',
    ],
    [],
    { notes: 2, times: 2, repeats: 2, nested: 1, priorities: 2 },
  ],
  [
    'tickTick',
    'TickTick',
    [
      '2026-11-20 * Repot the basil',
      '() Buy compost',
      '2026-11-21 Call the "nursery"',
      '2026-11-23 Water the ferns',
      '2026-10-05 x Sow seeds',
    ],
    LEFT_BY_TICKTICK,
    { notes: 1, steps: 1, tags: 1, times: 1, repeats: 1, nested: 1, priorities: 2 },
  ],
  [
    'weekToDo',
    'WeekToDo',
    [
      '2026-11-16 x Repot the basil',
      '2026-11-16 Water the ferns',
      '2026-11-19 ☕ Coffee with Ann',
      '() Build a pond',
    ],
    [{ title: 'Water the ferns', reason: FILLED_DAYS }],
    { notes: 1, steps: 1, times: 1 },
  ],
  [
    'betterSpace',
    'Better Space',
    ['2026-11-20 * 🚀 Ship the release', '2025-02-28 x! Nein, "doch"; oder, 語語語'],
    [],
    {},
  ],
] as const)('import-files: %s, as its program writes it', async (name, source, lines, leftOut, losses) => {
  const file = await parse(fixture(name));
  expect(file).toMatchObject({ source, leftOut });
  expect(file.tasks.map(lineOf)).toEqual(lines);
  expect(lossesOf(file.tasks)).toEqual(losses);
});

const HEAD = 'TYPE,CONTENT,PRIORITY,DATE\n';
const csv = (...rows: readonly (readonly [date: string, language?: string])[]) =>
  parse(
    new File(
      [
        'TYPE,CONTENT,PRIORITY,DATE,DATE_LANG',
        ...rows.map(([date, language = '']) => `task,A,4,"${date}",${language}`),
      ].map((row) => `${row}\n`),
      'a.csv',
    ),
  );

// Today is a Wednesday.
it.each(
  dates
    .trimEnd()
    .split('\n')
    .map((row) => row.split(' | ')),
)('day-words: the day %s in the language %j is: %s', async (day, language, text = '') => {
  const { tasks, openDate } = await csv([text, language]);
  expect(tasks).toMatchObject([{ day: day === '-' ? null : day, dayText: text }]);
  expect(openDate).toBeNull();
});

it.each([
  [
    ['03/04/2026', '20/11/2026'],
    [undefined, '2026-04-03', '2026-11-20'],
  ],
  [
    ['03/04/2026', '11/20/2026'],
    [undefined, '2026-03-04', '2026-11-20'],
  ],
  [
    ['05/05/2026', '03/04/2026 9am'],
    ['03/04/2026', '2026-05-05 or 2026-05-05', '2026-04-03 or 2026-03-04'],
  ],
  // A table from two sources.
  [
    ['20/11/2026', '03/04/2026', '11/20/2026'],
    ['03/04/2026', '2026-11-20 or 2026-11-20', '2026-04-03 or 2026-03-04', '2026-11-20 or 2026-11-20'],
  ],
])(
  'import-files: one date shows the order for all dates of a table, or none does: %j',
  async (texts, expected) => {
    const { tasks, openDate } = await csv(...texts.map((text) => [text] as const));
    const days = tasks.map(({ day, monthFirstDay }) => [day, monthFirstDay].filter(Boolean).join(' or '));
    expect([openDate?.text, ...days]).toEqual(expected);
  },
);

it('import-once: the keys of tasks do not depend on the day on which the file is read', async () => {
  const keys = async (today: DayKey) => {
    const outcome = await readFile(fixture('todoist'), today);
    return outcome.ok ? outcome.parsed.tasks.map(({ key }) => key) : [];
  };
  expect(await keys('2026-11-25')).toEqual(await keys('2026-11-18'));
});

const TICKTICK = 'List Name,Title,Due Date,Status\nHome,A,20/11/2026 23:00,0\nHome,B,03/04/2026,0';
const utf16 = (text: string) => Uint16Array.from(`\ufeff${text}`, (letter) => letter.charCodeAt(0));

it.each<[string, BlobPart, string[]]>([
  ['dates of TickTick as a spreadsheet writes them', TICKTICK, ['2026-11-20 A', '2026-04-03 B']],
  [
    'other separators, and identical tasks',
    `${HEAD}task,Water,4,tomorrow\ntask,Water,4,tomorrow`.replaceAll(',', ';'),
    ['2026-11-19 Water', '2026-11-19 Water'],
  ],
  [
    'UTF-16, as a spreadsheet saves it',
    utf16(`${HEAD}task,Wäsche,4,today`.replaceAll(',', '\t')),
    ['2026-11-18 Wäsche'],
  ],
  [
    'markup, which stays text, and white space, which becomes one space',
    `${HEAD}task,"<b onclick=x>Hi</b>\n\tthere",4,today`,
    ['2026-11-18 <b onclick=x>Hi</b> there'],
  ],
  ['a row of a megabyte', `${HEAD}task,${'x'.repeat(1e6)},4,today`, [`2026-11-18 ${'x'.repeat(1e6)}`]],
  [
    'names such as __proto__',
    '{"todoLists":{"__proto__":[{"text":"A"}],"constructor":[{"text":"B"}],"20261120":[{"text":"C"}]}}',
    ['2026-11-20 C', '() A', '() B'],
  ],
])('import-files: a file is read with %s', async (_, content, lines) => {
  const { tasks } = await parse(new File([content], 'a'));
  expect(tasks.map(lineOf)).toEqual(lines);
  expect(new Set(tasks.map(({ key }) => key)).size).toBe(tasks.length);
  expect(Object.prototype).not.toHaveProperty('text');
});

it('import-files: malformed tasks of our own file are listed as unreadable', async () => {
  const tasks = [{ title: 'No id' }, 7, { id: '1a000000-0000-4000-8000-000000000001' }];
  const { leftOut } = await parse(new File([own({ tasks })], 'a.json'));
  const reason = 'It cannot be read';
  expect(leftOut).toEqual(['No id', '', ''].map((title) => ({ title, reason })));
});

const own = (rest: object) => JSON.stringify({ format: 'better-space-export', version: 1, ...rest });
const nested = (open: string, close: string) => open.repeat(100_000) + close.repeat(100_000);
const DAMAGED = 'The file is damaged and cannot be read.';
const UNKNOWN = 'The file is none of those that can be imported.';
const NOT_TEXT = 'The file is not text in UTF-8. Please save it as UTF-8 and choose it again.';
const ZIPPED = 'The file is a zip archive. Please unpack it and choose a file in it.';
const NEWER = 'The file was made by a newer version of Better Space.';

it.each<[string, BlobPart, string]>([
  ['an empty file', '', UNKNOWN],
  ['a letter', 'Dear Ann,', UNKNOWN],
  ['an HTML page', '<!doctype html><script>alert(1)</script>', UNKNOWN],
  ['a picture', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0xd, 0xa]), NOT_TEXT],
  ['an encoding other than UTF-8', new Uint8Array([...new TextEncoder().encode(HEAD), 0xfc]), NOT_TEXT],
  ['a NUL character', 'TYPE\0', NOT_TEXT],
  ['a zip archive', new Uint8Array([0x50, 0x4b, 3, 4]), ZIPPED],
  ['a file of more than 10 MB', 'x'.repeat(10 * 1024 * 1024 + 1), 'The file is larger than 10 MB.'],
  ['truncated JSON', own({ tasks: [] }).slice(0, -3), DAMAGED],
  ['JSON of something else', '{"a":1}', UNKNOWN],
  ['JSON that is no object', '[]', UNKNOWN],
  ['JSON without tasks', own({}), DAMAGED],
  ['JSON of a later version', own({ version: 2, tasks: [] }), NEWER],
  ['deeply nested JSON', nested('[', ']'), UNKNOWN],
  ['a deeply nested calendar', `BEGIN:VCALENDAR\n${nested('BEGIN:X\n', 'END:X\n')}`, DAMAGED],
  ['a truncated calendar', 'BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:x', DAMAGED],
  ['a truncated table', `${HEAD}task,"Water`, DAMAGED],
  ['a table without tasks', HEAD, 'There is no task in the file.'],
  ['a backup that holds no lists', '{"config":"{}","todoLists":7}', DAMAGED],
])('import-files: %s ends in an error message', async (_, content, message) => {
  expect(await readFile(new Blob([content]), TODAY)).toEqual({ ok: false, message });
});
