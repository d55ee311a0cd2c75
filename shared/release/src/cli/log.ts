import { atTime } from '@space/domain';
import { SHELL, readLog, remotesIn, storeError, type AuditLog, type LogLine } from '@space/store';
import { nameIn, type Call } from './call.ts';
import type { Outcome } from './outcome.ts';
import { table, wrap } from './words.ts';

/** What a terminal shows at once; `--json` gives all. */
const SHOWN = 30;
const HEADINGS = ['when', 'remote', 'who', 'what', 'from', 'to', 'why'];

/** A line of the log, and whose log it is; null: the site's. */
interface Named extends LogLine {
  name: string | null;
}

/** The pages of a site are derived from all: their lines belong to no remote. */
const rowOf = ({ at, name, who, what, from, to, reason }: Named) =>
  [atTime(at), name ?? 'the site', who, what, from ?? '–', to ?? '–', reason ?? ''].map((cell) =>
    cell.replaceAll(/\s+/gu, ' '),
  );

/** `log`: who did what, newest first, of all; `log <name>`: of one. Ends with 1 when a chain of hashes is broken. */
export async function log(call: Call): Promise<Outcome> {
  const { store, words } = call;
  const all = [SHELL, ...(await remotesIn(store))];
  const names = words.length === 0 ? [null, ...all] : [nameIn(call)];
  if (!names.every((name) => name === null || all.includes(name)))
    throw storeError(`There is nothing called '${words[0]}' in this store. There are: ${all.join(', ')}.`);
  const logs = new Map<string | null, AuditLog>();
  for (const name of names) logs.set(name, await readLog(store, name));
  const lines = [...logs]
    .flatMap(([name, each]) => each.lines.toReversed().map((line): Named => ({ name, ...line })))
    .toSorted((one, other) => other.at.localeCompare(one.at));
  const broken = [...logs.values()].flatMap((each) => each.broken ?? []);
  const cut = [...logs.values()].flatMap((each) => each.cut);
  const left = lines.length - SHOWN;
  return {
    lines: [
      ...table(HEADINGS, lines.slice(0, SHOWN).map(rowOf)),
      ...(left > 0 ? ['', `${left} older ones: --json shows all.`] : []),
      ...(broken.length + cut.length > 0 ? [''] : []),
      ...[...broken, ...cut].flatMap((sentence) => wrap(`${sentence}.`)),
      ...(broken.length > 0 ? [] : ['', 'The chain of hashes holds.']),
    ],
    data: { lines, broken, cut },
    isDone: broken.length === 0,
    isReport: true,
  };
}
