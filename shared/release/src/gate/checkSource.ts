import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import type { Refusal } from '@space/federation';
import { SHELL, storeError } from '@space/store';
import { IS_SITE, placeOf, requireInstalled } from '../places.ts';
import { prerenderWords, runProcess } from '../steps.ts';
import { refusedRelease } from './gate.ts';
import { findInSource } from './scan.ts';

// The checks that need a remote's source. They execute its code, so they run only on its team's machine.

/** The number of type errors that are reported: later errors often follow from the first ones. */
const MAX_ERRORS = 10;
const COMPILER = join(createRequire(import.meta.url).resolve('typescript/package.json'), '../bin/tsc');
const ERROR = /^(?:(.+?)\((\d+),\d+\): )?error TS\d+: (.*)$/;

/** Runs the compiler on the project of a folder; returns a refusal for each of its first errors. */
async function typeErrors(folder: string, what: string): Promise<Refusal[]> {
  const args = [COMPILER, '--pretty', 'false', '--checkers', '1', '-p', folder];
  const { isDone, stdout, stderr } = await runProcess(args, folder, what);
  const found: Refusal[] = [];
  for (const text of stdout.split('\n')) {
    const [, file, line, message = ''] = ERROR.exec(text) ?? [];
    const last = found.at(-1);
    const where = file && `${placeOf(resolve(folder, file))}:${line}`;
    if (message !== '') found.push({ rule: 'types', message, ...(where && { where }) });
    else if (last && text.trim() !== '') last.message += ` ${text.trim()}`;
  }
  if (!isDone && found.length === 0) throw storeError(`The compiler could not run: ${stderr || stdout}`);
  const more = found.splice(MAX_ERRORS).length;
  const all = IS_SITE ? 'npm run lint' : 'tsc --noEmit';
  if (more > 0) found.push({ rule: 'types', message: `and ${more} more: \`${all}\` shows all` });
  return found;
}

/** Loads and shows every page of a remote once; see `tryPages`. */
export async function showPages(folder: string, name: string, what: string): Promise<Refusal[]> {
  const words = prerenderWords('tryPages', name, folder);
  const { isDone, stdout, stderr } = await runProcess(words, folder, what, { mode: 'development' });
  // The last line is of our own script.
  if (isDone) return JSON.parse(stdout.split('\n').at(-1) ?? '') as Refusal[];
  throw storeError(`The pages of ${name} could not be tried: ${stderr.trim().split('\n')[0]}`);
}

/** Checks a source: types, what always fails in a browser, each page. Throws RefusedRelease; StoreError if it cannot check. */
export async function checkSource(name: string, folder: string): Promise<void> {
  requireInstalled(folder);
  const checks = [typeErrors(folder, `Compiling ${name}`)];
  const showing = `Loading and showing the pages of ${name}`;
  if (name !== SHELL) checks.push(findInSource(folder), showPages(folder, name, showing));
  const refusals = (await Promise.all(checks)).flat();
  if (refusals.length > 0) throw refusedRelease({ name, version: `in ${folder}` }, refusals);
}
