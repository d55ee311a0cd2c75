import { atTime } from '@space/domain';
import { SHELL, isStoreError, readPointer, remotesIn, storeError, type Move } from '@space/store';
import { nameIn, type Call } from './call.ts';
import type { Outcome } from './outcome.ts';
import { inPercent, shortCommit, table, wrap } from './formatText.ts';

/** The number of moves that are printed; `--json` gives all. */
const MAX_LINES = 30;
const HEADINGS = ['when', 'remote', 'who', 'what', 'from', 'to', 'commit', 'why'];

/** A move, and the name of the app whose pointer it moved. */
interface NamedMove extends Move {
  name: string;
}

const rowOf = ({ at, name, who, what, from, to, percent, commit, reason }: NamedMove) =>
  [
    atTime(at),
    name,
    who,
    what,
    from ?? '–',
    percent === undefined ? (to ?? '–') : `${to} on ${inPercent(percent)}`,
    shortCommit(commit),
    reason ?? '',
  ].map((cell) => cell.replaceAll(/\s+/gu, ' '));

/** `log [name]`: the last moves of all apps or of one, newest first: when, who, what, from which commit, and why. */
export async function log(call: Call): Promise<Outcome> {
  const { store, args } = call;
  const all = [SHELL, ...(await remotesIn(store))];
  const names = args.length === 0 ? all : [nameIn(call)];
  if (!names.every((name) => all.includes(name)))
    throw storeError(`There is nothing called '${args[0]}' in this store. It has: ${all.join(', ')}.`);
  const moves: NamedMove[] = [];
  const unreadable: string[] = [];
  for (const name of names) {
    const pointer = await readPointer(store, name).catch((error: unknown) => {
      if (isStoreError(error)) return error;
      throw error;
    });
    if (pointer instanceof Error) unreadable.push(pointer.message);
    else moves.push(...pointer.moves.map((move): NamedMove => ({ name, ...move })));
  }
  const lines = moves.toSorted((one, other) => other.at.localeCompare(one.at));
  const hidden = lines.length - MAX_LINES;
  return {
    lines: [
      ...table(HEADINGS, lines.slice(0, MAX_LINES).map(rowOf)),
      ...(hidden > 0 ? ['', `${hidden} older moves: --json shows all.`] : []),
      ...(unreadable.length > 0 ? [''] : []),
      ...unreadable.flatMap((sentence) => wrap(sentence)),
    ],
    data: { lines, unreadable },
    isDone: unreadable.length === 0,
    isReport: true,
  };
}
