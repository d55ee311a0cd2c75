import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { filesOf } from '@space/store';

const run = promisify(execFile);

/** An object in a bucket: the file that it was uploaded from, and its HTTP headers. */
export interface StoredObject {
  file: string;
  headers: Record<string, string>;
}

/** A fake of the command `aws`: records its arguments, and lists the objects of the bucket. */
const FAKE_AWS = String.raw`#!/bin/sh
[ "$1" = s3api ] && cat "$SAID/before"
for word; do printf '%s\0' "$word"; done >> "$SAID/said"
printf '\n' >> "$SAID/said"
`;

/** The value of a command-line option. */
const optionValue = (args: readonly string[], name: string) => args[args.indexOf(name) + 1] ?? '';

/** Whether `aws s3 sync` uploads a file: the last matching pattern decides. */
function isIncluded(args: readonly string[], file: string): boolean {
  let included = true;
  args.forEach((arg, index) => {
    if (arg !== '--include' && arg !== '--exclude') return;
    const [start = '', ...rest] = (args[index + 1] ?? '').split('*');
    const ending = rest.at(-1) ?? '';
    if (file.startsWith(start) && file.endsWith(ending)) included = arg === '--include';
  });
  return included;
}

/**
 * Runs the `upload.sh` of an export for S3 with a fake `aws` command, and simulates the resulting bucket.
 *
 * Takes the folder of the export and the keys in the bucket before; returns the uploaded objects, in the order of their
 * upload, and the removed keys.
 */
export async function uploadToBucket(folder: string, before: readonly string[] = []) {
  const stage = await mkdtemp(join(tmpdir(), 'space-bucket-'));
  try {
    await writeFile(join(stage, 'aws'), FAKE_AWS, { mode: 0o755 });
    await writeFile(join(stage, 'before'), before.map((key) => `${key}\n`).join(''));
    const PATH = `${stage}:${process.env['PATH'] ?? ''}`;
    await run('sh', [join(folder, 'upload.sh'), 'bucket'], { env: { ...process.env, PATH, SAID: stage } });
    const calls = (await readFile(join(stage, 'said'), 'utf8')).split('\0\n').map((line) => line.split('\0'));
    const files = await filesOf(join(folder, 'site'));
    const stored = new Map<string, StoredObject>();
    const removed: string[] = [];
    for (const args of calls) {
      const [, command, from = '', to = ''] = args;
      const headers = {
        'Content-Type': optionValue(args, '--content-type'),
        'Cache-Control': optionValue(args, '--cache-control'),
      };
      const keyOf = (address: string) => address.replace('s3://bucket/', '');
      if (command === 'sync')
        for (const file of files.filter((one) => isIncluded(args, one)))
          stored.set(file, { file: join('site', file), headers });
      else if (command === 'cp') stored.set(keyOf(to), { file: from, headers });
      else if (command === 'rm') removed.push(keyOf(from));
    }
    return { stored, removed };
  } finally {
    await rm(stage, { recursive: true, force: true });
  }
}
