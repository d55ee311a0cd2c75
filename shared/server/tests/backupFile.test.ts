import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { dataCommand } from '../src/backup/dataCommand.ts';
import { folderForEach } from './support/folder.ts';

// What is wrong with a backup is said, and nothing is changed. How good ones are restored: backup.test.ts.

const GOOD = readFileSync(join(import.meta.dirname, 'fixtures/pglite-0.4.5-lite-0.10.0.backup.gz'));
const LINES = gunzipSync(GOOD).toString();

const at = folderForEach();
const run = (...words: string[]) => dataCommand(words, { dataDir: at('data'), log: () => {} });
const changed = (from: string | RegExp, to: string) => gzipSync(LINES.replace(from, to));

/** A place in the middle of the compressed bytes. */
const inside = (place: number) =>
  Buffer.concat([
    GOOD.subarray(0, place),
    Buffer.from([GOOD.readUInt8(place) ^ 1]),
    GOOD.subarray(place + 1),
  ]);

describe('restore and verify', () => {
  test.each<[string, Buffer, RegExp]>([
    ['a file that was cut off', GOOD.subarray(0, 9000), /is damaged: it ends too early/],
    ['one without its last line', changed(/\{"end".*\n$/, ''), /is damaged: it ends too early/],
    ['one with a byte that is another', inside(9000), /is damaged, or no backup|is damaged: /],
    [
      'one with a row that is another',
      changed('Plan 7 of ben', 'Plan 8 of ben'),
      /the rows of public\.tasks are not as they were saved/,
    ],
    [
      'one with a row that is missing',
      changed(/\["[^\n]*Plan 7 of ben[^\n]*\n/, ''),
      /the rows of public\.tasks are not as they were saved/,
    ],
    [
      'one with another header',
      changed('"reason":"asked for"', '"reason":"asked foR"'),
      /its content is not as it was saved/,
    ],
    ['one with more behind its end', gzipSync(`${LINES}{"table":"x"}\n`), /something follows its end/],
    [
      'one that brings a file from elsewhere',
      changed('"file":"secrets.json"', '"file":"../../.ssh/authorized_keys"'),
      /it brings a file that no backup has/,
    ],
    [
      'one of a newer version',
      changed('"version":1', '"version":2'),
      /made by a newer version of Better Space \(format 2, and this one reads 1\)/,
    ],
    ['another compressed file', gzipSync('{"hello":"world"}\n'), /is no backup of Better Space/],
    ['a text', Buffer.from('hello'), /is damaged, or no backup of Better Space/],
    ['an empty file', Buffer.alloc(0), /is damaged: it ends too early/],
  ])('%s', async (_what, bytes, sentence) => {
    writeFileSync(at('file'), bytes);
    await expect(run('restore', at('file'))).rejects.toThrow(sentence);
    await expect(run('verify', at('file'))).rejects.toThrow(sentence);
    expect(existsSync(at('data'))).toBe(false);
  });

  test('a file that is not there', async () => {
    await expect(run('restore', at('none'))).rejects.toThrow(/none cannot be read: ENOENT/);
  });
});

describe('nothing is replaced', () => {
  test('a database that is there', async () => {
    writeFileSync(at('file'), GOOD);
    mkdirSync(at('data/database'), { recursive: true });
    await expect(run('restore', at('file'))).rejects.toThrow(
      /There is a database in .* already: move .* away/,
    );
    expect(readdirSync(at('data/database'))).toEqual([]);
  });

  test('secrets of another install', async () => {
    writeFileSync(at('file'), GOOD);
    mkdirSync(at('data'));
    writeFileSync(at('data/secrets.json'), 'mine');
    await expect(run('restore', at('file'))).rejects.toThrow(/secrets\.json would be replaced/);
    expect(readFileSync(at('data/secrets.json'), 'utf8')).toBe('mine');
    expect(existsSync(at('data/database'))).toBe(false);
  });

  test('a file that is there', async () => {
    writeFileSync(at('file'), 'mine');
    await expect(run('backup', at('file'))).rejects.toThrow(/is there already/);
    expect(readFileSync(at('file'), 'utf8')).toBe('mine');
  });
});

test.each([
  ['backup', /There is no database in .* to save/],
  ['restore', /npm run data -- restore <file>/],
  ['--sign-out', /--sign-out is for restore alone/],
  ['store', /npm run data -- backup \[file\]/],
])('%s alone says what is wrong', async (word, sentence) => {
  await expect(run(word)).rejects.toThrow(sentence);
});
