import { atTime } from '@space/domain';
import { SHELL, readLog, remotesIn, storeError, type AuditLog, type LogLine } from '@space/store';
import { nameIn, type Call } from './call.ts';
import type { Outcome } from './outcome.ts';
import { table, wrap } from './formatText.ts';

/** The number of lines that are printed; `--json` gives all. */
const MAX_LINES = 30;
const HEADINGS = ['when', 'remote', 'who', 'what', 'from', 'to', 'why'];

/** A line of a log, and the name of the app; null: the log of the site. */
interface NamedLine extends LogLine {
  name: string | null;
}

/** A row of the table. Derivations concern all apps, so their lines are in the log of the site. */
const rowOf = ({ at, name, who, what, from, to, reason }: NamedLine) =>
  [atTime(at), name ?? 'the site', who, what, from ?? '–', to ?? '–', reason ?? ''].map((cell) =>
    cell.replaceAll(/\s+/gu, ' '),
  );

/** `log [name]`: who did what, newest first, for all apps or one. The exit code is 1 if a hash chain is broken. */
export async function log(call: Call): Promise<Outcome> {
  const { store, args } = call;
  const all = [SHELL, ...(await remotesIn(store))];
  const names = args.length === 0 ? [null, ...all] : [nameIn(call)];
  if (!names.every((name) => name === null || all.includes(name)))
    throw storeError(`There is nothing called '${args[0]}' in this store. It has: ${all.join(', ')}.`);
  const logs = new Map<string | null, AuditLog>();
  for (const name of names) logs.set(name, await readLog(store, name));
  const lines = [...logs]
    .flatMap(([name, each]) => each.lines.toReversed().map((line): NamedLine => ({ name, ...line })))
    .toSorted((one, other) => other.at.localeCompare(one.at));
  const broken = [...logs.values()].flatMap((each) => each.broken ?? []);
  const cut = [...logs.values()].flatMap((each) => each.cut);
  const hidden = lines.length - MAX_LINES;
  return {
    lines: [
      ...table(HEADINGS, lines.slice(0, MAX_LINES).map(rowOf)),
      ...(hidden > 0 ? ['', `${hidden} older entries: --json shows all.`] : []),
      ...(broken.length + cut.length > 0 ? [''] : []),
      ...[...broken, ...cut].flatMap((sentence) => wrap(`${sentence}.`)),
      ...(broken.length > 0 ? [] : ['', 'The chain of hashes holds.']),
    ],
    data: { lines, broken, cut },
    isDone: broken.length === 0,
    isReport: true,
  };
}
