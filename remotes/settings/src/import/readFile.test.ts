import { expect, it } from 'vitest';
import { TODAY, lineOf, parse } from './fixtures/readFixture.ts';
import { readFile } from './readFile.ts';

const own = (rest: object) => JSON.stringify({ format: 'better-space-export', version: 1, ...rest });
const nested = (open: string, close: string) => open.repeat(100_000) + close.repeat(100_000);
const HEAD = 'TYPE,CONTENT,PRIORITY,DATE\n';

const DAMAGED = 'The file is damaged and cannot be read.';
const UNKNOWN = 'The file is none of those that can be imported.';
const NOT_TEXT = 'The file is not text in UTF-8. Please save it as UTF-8 and choose it again.';

it.each<[string, BlobPart, string]>([
  ['an empty file', '', UNKNOWN],
  ['a letter', 'Dear Ann,', UNKNOWN],
  ['an HTML page', '<!doctype html><script>alert(1)</script>', UNKNOWN],
  ['a picture', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0xd, 0xa]), NOT_TEXT],
  ['an encoding other than UTF-8', new Uint8Array([...new TextEncoder().encode(HEAD), 0xfc]), NOT_TEXT],
  ['a NUL character', 'TYPE\0', NOT_TEXT],
  [
    'a zip archive',
    new Uint8Array([0x50, 0x4b, 3, 4]),
    'The file is a zip archive. Please unpack it and choose a file in it.',
  ],
  ['a file of more than 10 MB', 'x'.repeat(10 * 1024 * 1024 + 1), 'The file is larger than 10 MB.'],
  ['truncated JSON', own({ tasks: [] }).slice(0, -3), DAMAGED],
  ['JSON of something else', '{"a":1}', UNKNOWN],
  ['JSON that is no object', '[]', UNKNOWN],
  ['JSON without tasks', own({}), DAMAGED],
  [
    'JSON of a later version',
    own({ version: 2, tasks: [] }),
    'The file was made by a newer version of Better Space.',
  ],
  ['deeply nested JSON', nested('[', ']'), UNKNOWN],
  ['a deeply nested calendar', `BEGIN:VCALENDAR\n${nested('BEGIN:X\n', 'END:X\n')}`, DAMAGED],
  ['a truncated calendar', 'BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:x', DAMAGED],
  ['a truncated table', `${HEAD}task,"Water`, DAMAGED],
  ['a table without tasks', HEAD, 'There is no task in the file.'],
  ['a backup that holds no lists', '{"config":"{}","todoLists":7}', DAMAGED],
])('%s is rejected with a message', async (_, content, message) => {
  expect(await readFile(new Blob([content]), TODAY)).toEqual({ ok: false, message });
});

it('names such as __proto__ are treated as ordinary names', async () => {
  const lists =
    '{"todoLists":{"__proto__":[{"text":"A"}],"constructor":[{"text":"B"}],"20261120":[{"text":"C"}]}}';
  const { tasks } = await parse(new File([lists], 'a.wtdb'));
  expect(tasks.map(lineOf)).toContain('2026-11-20 C');
  expect(Object.prototype).not.toHaveProperty('text');
});

it('a title keeps its markup as text, and its white space is collapsed', async () => {
  const row = 'task,"<b onclick=x>Hi</b>\n\tthere",4,today';
  const { tasks } = await parse(new File([HEAD + row], 'a.csv'));
  expect(tasks.map(lineOf)).toEqual(['2026-11-18 <b onclick=x>Hi</b> there']);
});

it('a table that a spreadsheet has saved as UTF-16 is read', async () => {
  const text = `${HEAD.replaceAll(',', '\t')}task\tWäsche\t4\ttoday`;
  const units = Uint16Array.from(`\ufeff${text}`, (letter) => letter.charCodeAt(0));
  const { tasks } = await parse(new File([units], 'a.csv'));
  expect(tasks.map(lineOf)).toEqual(['2026-11-18 Wäsche']);
});

it('a row of a megabyte is read', async () => {
  const { tasks } = await parse(new File([`${HEAD}task,${'x'.repeat(1_000_000)},4,today`], 'a.csv'));
  expect(tasks).toHaveLength(1);
});
