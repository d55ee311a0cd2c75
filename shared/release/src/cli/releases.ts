import { stat } from 'node:fs/promises';
import { atTime } from '@space/domain';
import {
  SHELL,
  isMissing,
  nullIf,
  overviewOf,
  storeError,
  type FolderInfo,
  type Overview,
  type Pointer,
  type VersionInfo,
} from '@space/store';
import { UNREADABLE } from '../places.ts';
import { nameIn, type Call, type Outcome } from './call.ts';

export const inPercent = (percent: number) => `${percent} %`;

/** The commit for a table cell: '1234567890+' if there were uncommitted changes. */
const shortCommit = (commit: string | null | undefined) => commit?.replace('+changes', '+') ?? '–';

/** Formats rows as columns two spaces apart; columns whose heading begins with '>' are right-aligned. */
export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const names = headings.map((heading) => heading.replace(/^>/, ''));
  const widths = headings.map((heading, column) =>
    Math.max(heading.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const padded = (cell: string, column: number) => {
    const width = widths[column] ?? 0;
    return headings[column]?.startsWith('>') ? cell.padStart(width) : cell.padEnd(width);
  };
  return [names, ...rows].map((row) => row.map(padded).join('  ').trimEnd());
}

/** Commit, size and contract of a version, as far as its record can be read. The size of the shell depends on the page. */
const cellsOf = (name: string, info: VersionInfo | null) => [
  shortCommit(info?.commit),
  name === SHELL ? '–' : (info?.kilobytes?.toFixed(1) ?? '–'),
  String(info?.contract ?? '–'),
];

function liveRow({ name, pointer, live }: FolderInfo): string[] {
  const since = pointer?.live?.since;
  if (since === undefined) return [name, 'nothing', '', '', '', ''];
  return [name, live?.version ?? '', atTime(since), ...cellsOf(name, live)];
}

function notesOn({ name, pointer, trouble, leftOut, damage }: FolderInfo): string[] {
  const { canary, staged = [], halted, disabled } = pointer ?? {};
  const reasons = leftOut.map(({ reason }) => reason);
  return [
    trouble,
    canary && `canary ${canary.version} on ${inPercent(canary.percent)} since ${atTime(canary.since)}`,
    ...staged.map(({ version, since }) => `${version} is staged since ${atTime(since)}`),
    halted && `canary ${halted.version} was halted at ${atTime(halted.at)}: ${halted.reason}`,
    disabled && `switched off since ${atTime(disabled.since)}: ${disabled.reason}`,
    ...damage.filter((sentence) => !reasons.includes(sentence)),
    ...leftOut.map(({ version, reason }) => `${version} is left out: ${reason}`),
  ].flatMap((note) => (note ? [`${name}: ${note.replaceAll(/\s+/gu, ' ')}`] : []));
}

const inParts = (...parts: readonly (readonly string[])[]) =>
  parts.filter(({ length }) => length > 0).flatMap((lines, index) => (index === 0 ? lines : ['', ...lines]));

function overviewLines({ folders, trouble }: Overview): string[] {
  return inParts(
    table(['', 'live', 'since', 'commit', '>kB gzip', '>contract'], folders.map(liveRow)),
    folders.flatMap(notesOn),
    trouble === null ? [] : [`The pages cannot be made: ${trouble}`],
  );
}

function historyLines(moves: Pointer['moves']): string[] {
  const rows = moves.map(({ at, who, what, from, to, percent, commit, reason }) => {
    const target = percent === undefined ? to : `${to} on ${inPercent(percent)}`;
    const cells = [who, what, from ?? '–', target ?? '–', shortCommit(commit), reason ?? ''];
    return [`  ${atTime(at)}`, ...cells.map((cell) => cell.replaceAll(/\s+/gu, ' '))];
  });
  return table(['History', 'who', 'what', 'from', 'to', 'commit', 'why'], rows);
}

function stateOf(version: string, pointer: Pointer | null): string {
  const is = (one: { version: string } | null | undefined) => one?.version === version;
  const before = pointer?.history.find(is);
  if (is(pointer?.live)) return 'live';
  if (is(pointer?.canary)) return `canary ${inPercent(pointer?.canary?.percent ?? 0)}`;
  if (pointer?.staged.some(is)) return 'staged';
  if (before?.withdrawn) return 'withdrawn';
  return is(pointer?.halted) ? 'halted' : before ? 'was live' : '';
}

function storeLines({ name, pointer, versions }: FolderInfo): string[] {
  const rows = versions.map((info) => [
    `  ${info.version}`,
    info.builtAt === null ? 'cannot be read' : atTime(info.builtAt),
    ...cellsOf(name, info),
    stateOf(info.version, pointer),
  ]);
  return table(['In the store', 'built', 'commit', '>kB gzip', '>contract', ''], rows);
}

/** `releases [name]`: what is live; of one also its history. Not done if a record or a served file is damaged. */
export async function releases(call: Call): Promise<Outcome> {
  const { store, args } = call;
  const found = await stat(store).catch(nullIf(isMissing));
  if (found?.isDirectory() !== true) throw storeError(`There is no store at ${store}.`);
  const overview = await overviewOf(store, true);
  if (args.length === 0) {
    const broken = UNREADABLE.map(({ reason }) => `In this checkout: ${reason}`);
    const isDone = overview.folders.every(({ damage }) => damage.length === 0);
    const data = { ...overview, unreadable: UNREADABLE };
    return { lines: inParts(overviewLines(overview), broken), data, isDone, isReport: true };
  }
  const name = nameIn(call);
  const folder = overview.folders.find((one) => one.name === name);
  const names = overview.folders.map((one) => one.name).join(', ');
  if (folder === undefined)
    throw storeError(`There is nothing called '${name}' in this store. It has: ${names}.`);
  const lines = inParts(
    overviewLines({ ...overview, folders: [folder] }),
    historyLines(folder.pointer?.moves ?? []),
    storeLines(folder),
  );
  const isDone = folder.damage.length === 0;
  return { lines, data: { ...folder, store }, isDone, isReport: true };
}
