import { expect, it } from 'vitest';
import { fixture, lineOf, lossesOf, parse } from '../testing/readFixture.ts';
import dates from './fixtures/dates.txt?raw';
import { UnreadableFile } from './parsedFile.ts';
import { readFile } from './readFile.ts';

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
    ['Ideas: It is a note', 'Buy a pond: It was cancelled'],
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
    [`Water the ferns: ${FILLED_DAYS}`],
    { notes: 1, steps: 1, times: 1 },
  ],
  [
    'betterSpace',
    'Better Space',
    ['2026-11-20 * 🚀 Ship the release', '2025-02-28 x! Nein, "doch"; oder, 語語語'],
    [],
    {},
  ],
] as const)('import-files: %s, as its program writes it', async (name, source, lines, left, losses) => {
  const file = await parse(fixture(name));
  expect(file.source).toBe(source);
  expect(file.tasks.map(lineOf)).toEqual(lines);
  expect(file.leftOut.map(({ title, reason }) => `${title}: ${reason}`)).toEqual(left);
  expect(lossesOf(file.tasks)).toEqual(losses);
});

const HEAD = 'TYPE,CONTENT,PRIORITY,DATE\n';
const csv = (texts: readonly string[], language = '') => {
  const rows = texts.map((text) => `task,A,4,"${text}",${language}`);
  return parse(new File([['TYPE,CONTENT,PRIORITY,DATE,DATE_LANG', ...rows].join('\n')], 'a.csv'));
};
const ROWS = dates.trimEnd().split('\n');

// Today is a Wednesday.
it.each(ROWS.map((row) => row.split(' | ')))(
  'day-words: the day %s in the language %j is: %s',
  async (day, language, text = '') => {
    const { tasks, openDate } = await csv([text], language);
    expect(tasks).toMatchObject([{ day: day === '-' ? null : day, dayText: text }]);
    expect(openDate).toBeUndefined();
  },
);

it.each([
  ['03/04/2026, 20/11/2026', undefined, '2026-04-03, 2026-11-20'],
  ['03/04/2026, 11/20/2026', undefined, '2026-03-04, 2026-11-20'],
  ['05/05/2026, 03/04/2026 9am', '03/04/2026', '2026-05-05 or 2026-05-05, 2026-04-03 or 2026-03-04'],
  // A table from two sources.
  [
    '20/11/2026, 03/04/2026, 11/20/2026',
    '03/04/2026',
    '2026-11-20 or 2026-11-20, 2026-04-03 or 2026-03-04, 2026-11-20 or 2026-11-20',
  ],
])(
  'import-files: one date shows the order for all dates of a table, or none does: %s',
  async (texts, open, expected) => {
    const { tasks, openDate } = await csv(texts.split(', '));
    const days = tasks.map(({ day, monthFirstDay }) => [day, monthFirstDay].filter(Boolean).join(' or '));
    expect([openDate?.text, days.join(', ')]).toEqual([open, expected]);
  },
);

it('import-once: the keys of tasks do not depend on the day on which the file is read', async () => {
  const [now, later] = [await parse(fixture('todoist')), await readFile(fixture('todoist'), '2026-11-25')];
  expect(later.tasks.map(({ key }) => key)).toEqual(now.tasks.map(({ key }) => key));
});

const TICKTICK = 'List Name,Title,Due Date,Status\nHome,A,20/11/2026 23:00,0\nHome,B,03/04/2026,0';
const utf16 = (text: string) => Uint16Array.from(`\ufeff${text}`, (letter) => letter.charCodeAt(0));
const TWICE = `${HEAD}task,Water,4,tomorrow\ntask,Water,4,tomorrow`;
const MARKUP = `${HEAD}task,"<b onclick=x>Hi</b>\n\tthere",4,today`;
const NAMES =
  '{"todoLists":{"__proto__":[{"text":"A"}],"constructor":[{"text":"B"}],"20261120":[{"text":"C"}]}}';

it.each<[string, BlobPart, string[]]>([
  ['dates of TickTick as a spreadsheet writes them', TICKTICK, ['2026-11-20 A', '2026-04-03 B']],
  [
    'other separators, and identical tasks',
    TWICE.replaceAll(',', ';'),
    Array<string>(2).fill('2026-11-19 Water'),
  ],
  ['UTF-16', utf16(`${HEAD}task,Wäsche,4,today`.replaceAll(',', '\t')), ['2026-11-18 Wäsche']],
  ['markup, which stays text, and white space', MARKUP, ['2026-11-18 <b onclick=x>Hi</b> there']],
  ['a row of a megabyte', `${HEAD}task,${'x'.repeat(1e6)},4,today`, [`2026-11-18 ${'x'.repeat(1e6)}`]],
  ['names such as __proto__', NAMES, ['2026-11-20 C', '() A', '() B']],
])('import-files: a file is read with %s', async (_, content, lines) => {
  const { tasks } = await parse(new File([content], 'a'));
  expect(tasks.map(lineOf)).toEqual(lines);
  expect(new Set(tasks.map(({ key }) => key)).size).toBe(tasks.length);
  expect(Object.prototype).not.toHaveProperty('text');
});

const own = (rest: object) => JSON.stringify({ format: 'better-space-export', version: 1, ...rest });

it('import-files: malformed tasks of our own file are listed as unreadable', async () => {
  const tasks = [{ title: 'No id' }, 7, { id: '1a000000-0000-4000-8000-000000000001' }];
  const { leftOut } = await parse(new File([own({ tasks })], 'a.json'));
  expect(leftOut).toEqual(['No id', '', ''].map((title) => ({ title, reason: 'It cannot be read' })));
});

const nested = (open: string, close: string) => open.repeat(100_000) + close.repeat(100_000);
const DAMAGED = 'The file is damaged and cannot be read.';
const UNKNOWN = 'The file is none of those that can be imported.';
const NOT_TEXT = 'The file is not text in UTF-8. Please save it as UTF-8 and choose it again.';
const ZIPPED = 'The file is a zip archive. Please unpack it and choose a file in it.';
const NEWER = 'The file was made by a newer version of Better Space.';

it.each<[string, BlobPart, string]>([
  ['an empty file', '', UNKNOWN],
  ['a letter', 'Dear Ann,', UNKNOWN],
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
  await expect(parse(new Blob([content]))).rejects.toThrow(new UnreadableFile(message));
});
