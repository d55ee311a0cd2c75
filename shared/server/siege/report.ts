import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '../src/paths.ts';
import { BLOCKS } from './blocks.ts';
import type { Figure, Result } from './run.ts';
import { WAYS } from './site.ts';

export const TABLE = join(repositoryRoot, 'docs/attack-table.md');

/** Writes docs/attack-table.md in the house style. Takes the results of all cases, and the measured figures. */
export function writeTable(results: readonly Result[], figures: readonly Figure[]): void {
  const failed = [...results.filter(({ fault }) => fault !== null), ...figures.filter(({ holds }) => !holds)]
    .length;
  const count = results.length + figures.length;
  const sections = [...BLOCKS, { name: 'log', title: 'What the server printed' }].flatMap(({ name, title }) =>
    section(
      title,
      results.filter(({ block }) => block === name),
    ),
  );
  const intro = [
    '# What an attacker gets',
    '',
    'Made by `npm run lab -- siege`: each attack sent to a real server, over HTTP/1.1 and HTTP/2, behind nginx with its default',
    'headers, and behind `deploy/nginx` of `shared/server`. After each case the tasks and the profile of another user were the same as before,',
    'and the log said nothing. After each block a person signed up, signed in, added a task, read the week and signed out.',
    '`npm test` runs the cases over HTTP/1.1. "refused" is any answer of 4xx, or a connection that is closed; "closed" is the',
    'latter.',
    '',
    `${count - failed} passed, ${failed} failed.`,
  ];
  writeFileSync(TABLE, `${[...intro, ...sections, ...measured(figures)].join('\n')}\n`);
  execFileSync('oxfmt', [TABLE], { shell: process.platform === 'win32' });
}

function section(title: string, results: readonly Result[]): string[] {
  const cases = new Map<string, Result[]>();
  for (const result of results) cases.set(result.name, [...(cases.get(result.name) ?? []), result]);
  const rows = [...cases.values()].flatMap((each) => {
    const [first] = each;
    if (first === undefined) return [];
    const cells = [first.name, code(first.sends), code(first.expects), seenOn(each)];
    return [`| ${cells.map(cell).join(' | ')} |`];
  });
  return ['', `## ${title}`, '', '| case | sent | expected | seen |', '| --- | --- | --- | --- |', ...rows];
}

function measured(figures: readonly Figure[]): string[] {
  const rows = figures.map(
    ({ name, promise, measured: value, holds }) =>
      `| ${[name, promise, `${holds ? '' : '**FAILED** '}${value}`].map(cell).join(' | ')} |`,
  );
  return [
    '',
    '## Measured',
    '',
    'Over HTTP/1.1, passwords hashed as for people, on the machine that made this table.',
    '',
    '| what | promise | measured |',
    '| --- | --- | --- |',
    ...rows,
  ];
}

/** What was observed: once if it was the same on every way, otherwise for each way. */
function seenOn(results: readonly Result[]): string {
  const all = new Set(results.map(({ seen }) => seen));
  const failed = results.some(({ fault }) => fault !== null) ? '**FAILED** ' : '';
  const [only] = all;
  if (all.size === 1 && results.length === WAYS.length && only !== undefined) return `${failed}${only}`;
  const waysOf = (seen: string) => results.filter((each) => each.seen === seen).map(({ way }) => way);
  return failed + [...all].map((seen) => `${waysOf(seen).join(', ')}: ${seen}`).join('; ');
}

const code = (text: string) => `\`${text.replaceAll('`', "'")}\``;

/** Escapes a text for a table cell. */
function cell(text: string): string {
  return text
    .replaceAll(/[^\x20-\x7e\u2018-\u201f×’…é]/g, (letter) => `\\u${letter.codePointAt(0)?.toString(16)}`)
    .replaceAll('|', '\\|');
}
