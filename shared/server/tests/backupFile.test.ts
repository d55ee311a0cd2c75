import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { dataCommand } from '../src/backup/dataCommand.ts';
import { folderForEach } from './support/folder.ts';

// The messages for damaged backups, which change nothing. Restoring good ones: backup.test.ts.

const GOOD = readFileSync(join(import.meta.dirname, 'fixtures/bd380de3.backup.gz'));
const LINES = gunzipSync(GOOD).toString();

const at = folderForEach();
const run = (...args: string[]) => dataCommand(args, { dataDir: at('data'), log: () => {} });
const withChange = (from: string | RegExp, to: string) => gzipSync(LINES.replace(from, to));

/** The good backup with one bit flipped in the compressed byte at `offset`. */
const withFlippedBit = (offset: number) =>
  Buffer.concat([
    GOOD.subarray(0, offset),
    Buffer.from([GOOD.readUInt8(offset) ^ 1]),
    GOOD.subarray(offset + 1),
  ]);

describe('restore and verify reject', () => {
  test.each<[string, Buffer, RegExp]>([
    ['a truncated file', GOOD.subarray(0, 9000), /is damaged: it ends too early/],
    ['a file without its last line', withChange(/\{"end".*\n$/, ''), /is damaged: it ends too early/],
    ['a file with a flipped bit', withFlippedBit(9000), /is damaged, or not a backup|is damaged: /],
    [
      'a file with a changed row',
      withChange('Plan 7 of ben', 'Plan 8 of ben'),
      /the rows of public\.tasks are not as they were saved/,
    ],
    [
      'a file with a missing row',
      withChange(/\["[^\n]*Plan 7 of ben[^\n]*\n/, ''),
      /the rows of public\.tasks are not as they were saved/,
    ],
    [
      'a file with a changed header',
      withChange('"reason":"asked for"', '"reason":"asked foR"'),
      /its content is not as it was saved/,
    ],
    ['a file with data after its end', gzipSync(`${LINES}{"table":"x"}\n`), /something follows its end/],
    [
      'a file with a path that leads out of the data directory',
      withChange('"file":"secrets.json"', '"file":"../../.ssh/authorized_keys"'),
      /it contains a file that no backup has/,
    ],
    [
      'a backup of a newer format',
      withChange('"version":1', '"version":2'),
      /made by a newer version of Better Space \(format 2, and this one reads 1\)/,
    ],
    [
      'a compressed file that is not a backup',
      gzipSync('{"hello":"world"}\n'),
      /is not a backup of Better Space/,
    ],
    ['a text file', Buffer.from('hello'), /is damaged, or not a backup of Better Space/],
    ['an empty file', Buffer.alloc(0), /is damaged: it ends too early/],
  ])('%s', async (_what, bytes, sentence) => {
    writeFileSync(at('file'), bytes);
    await expect(run('restore', at('file'))).rejects.toThrow(sentence);
    await expect(run('verify', at('file'))).rejects.toThrow(sentence);
    expect(existsSync(at('data'))).toBe(false);
  });

  test('a file that does not exist, on restore', async () => {
    await expect(run('restore', at('none'))).rejects.toThrow(/none cannot be read: ENOENT/);
  });
});

describe('restore and backup never overwrite', () => {
  test('an existing database', async () => {
    writeFileSync(at('file'), GOOD);
    mkdirSync(at('data/database'), { recursive: true });
    await expect(run('restore', at('file'))).rejects.toThrow(
      /There is already a database in .*: move .* away/,
    );
    expect(readdirSync(at('data/database'))).toEqual([]);
  });

  test('the secrets of another installation', async () => {
    writeFileSync(at('file'), GOOD);
    mkdirSync(at('data'));
    writeFileSync(at('data/secrets.json'), 'mine');
    await expect(run('restore', at('file'))).rejects.toThrow(/secrets\.json would be replaced/);
    expect(readFileSync(at('data/secrets.json'), 'utf8')).toBe('mine');
    expect(existsSync(at('data/database'))).toBe(false);
  });

  test('an existing file', async () => {
    writeFileSync(at('file'), 'mine');
    await expect(run('backup', at('file'))).rejects.toThrow(/already exists/);
    expect(readFileSync(at('file'), 'utf8')).toBe('mine');
  });
});

test.each([
  ['backup', /There is no database in .* to save/],
  ['restore', /npm run data -- restore <file>/],
  ['--sign-out', /--sign-out is only for restore/],
  ['store', /npm run data -- backup \[file\]/],
])("rejects the arguments '%s' with a message that says what is wrong", async (word, sentence) => {
  await expect(run(word)).rejects.toThrow(sentence);
});
