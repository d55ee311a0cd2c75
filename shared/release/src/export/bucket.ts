import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { filesOf } from '@space/store';

const run = promisify(execFile);

/** A thing in a bucket: the file it was made from, and the headers that it is sent with. */
export interface Stored {
  file: string;
  headers: Record<string, string>;
}

/** In the place of the command `aws`: writes down what it is asked, and lists what lies in the bucket. */
const AWS = String.raw`#!/bin/sh
[ "$1" = s3api ] && cat "$SAID/before"
for word; do printf '%s\0' "$word"; done >> "$SAID/said"
printf '\n' >> "$SAID/said"
`;

/** What is behind an option, or nothing. */
const optionIn = (words: readonly string[], name: string) => words[words.indexOf(name) + 1] ?? '';

/** Whether `aws s3 sync` takes a file: the last of its patterns that fits decides. */
function takes(words: readonly string[], file: string): boolean {
  let isTaken = true;
  words.forEach((word, place) => {
    if (word !== '--include' && word !== '--exclude') return;
    const [start = '', ...rest] = (words[place + 1] ?? '').split('*');
    const ending = rest.at(-1) ?? '';
    if (file.startsWith(start) && file.endsWith(ending)) isTaken = word === '--include';
  });
  return isTaken;
}

/**
 * Runs the `upload.sh` of an export for S3 with a command `aws` that puts nothing anywhere.
 *
 * Takes the folder of the export and the names that the bucket has before; returns what it has after, in the order of its coming,
 * and what was removed.
 */
export async function uploadToBucket(folder: string, before: readonly string[] = []) {
  const place = await mkdtemp(join(tmpdir(), 'space-bucket-'));
  try {
    await writeFile(join(place, 'aws'), AWS, { mode: 0o755 });
    await writeFile(join(place, 'before'), before.map((key) => `${key}\n`).join(''));
    const PATH = `${place}:${process.env['PATH'] ?? ''}`;
    await run('sh', [join(folder, 'upload.sh'), 'bucket'], { env: { ...process.env, PATH, SAID: place } });
    const said = (await readFile(join(place, 'said'), 'utf8')).split('\0\n').map((line) => line.split('\0'));
    const files = await filesOf(join(folder, 'site'));
    const stored = new Map<string, Stored>();
    const removed: string[] = [];
    for (const words of said) {
      const [, act, from = '', to = ''] = words;
      const headers = {
        'Content-Type': optionIn(words, '--content-type'),
        'Cache-Control': optionIn(words, '--cache-control'),
      };
      const keyOf = (address: string) => address.replace('s3://bucket/', '');
      if (act === 'sync')
        for (const file of files.filter((one) => takes(words, one)))
          stored.set(file, { file: join('site', file), headers });
      else if (act === 'cp') stored.set(keyOf(to), { file: from, headers });
      else if (act === 'rm') removed.push(keyOf(from));
    }
    return { stored, removed };
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}
