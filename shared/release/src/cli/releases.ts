import { stat } from 'node:fs/promises';
import { atTime } from '@space/domain';
import {
  SHELL,
  isMissing,
  overviewOf,
  storeError,
  type FolderInfo,
  type Overview,
  type Pointer,
  type VersionInfo,
} from '@space/store';
import { UNREADABLE } from '../places.ts';
import { nameIn, type Call } from './call.ts';
import { ago, inPercent, shortCommit, table, wrap } from './formatText.ts';
import type { Outcome } from './moves.ts';

const HEADINGS = ['', 'live', 'since', '', 'commit', '>kB gzip', '>contract'];

/** Commit, size and contract of a version, as far as its record can be read. The size of the shell depends on the page. */
const cellsOf = (name: string, info: VersionInfo | null) => [
  shortCommit(info?.commit ?? null),
  name === SHELL ? '–' : (info?.kilobytes?.toFixed(1) ?? '–'),
  String(info?.contract ?? '–'),
];

function liveRow({ name, pointer, live }: FolderInfo, now: Date): string[] {
  const since = pointer?.live?.since;
  if (since === undefined) return [name, 'nothing', '', '', '', '', ''];
  return [name, live?.version ?? '', ago(since, now), atTime(since), ...cellsOf(name, live)];
}

/** The notes on an app: a sentence for each canary, staged release, switch-off and problem. */
function notesOn({ name, pointer, trouble, leftOut, damage }: FolderInfo, now: Date): string[] {
  const since = (instant: string) => `(${ago(instant, now)}, ${atTime(instant)})`;
  const { canary, staged = [], halted, disabled } = pointer ?? {};
  const reasons = leftOut.map(({ reason }) => reason);
  return [
    trouble,
    canary && `canary ${canary.version} on ${inPercent(canary.percent)} ${since(canary.since)}`,
    ...staged.map((one) => `${one.version} is staged ${since(one.since)}`),
    halted && `canary ${halted.version} was halted ${since(halted.at)}: ${halted.reason}`,
    disabled && `switched off ${since(disabled.since)}: ${disabled.reason}`,
    ...damage.filter((sentence) => !reasons.includes(sentence)),
    ...leftOut.map(({ version, reason }) => `${version} is left out: ${reason}`),
  ].flatMap((note) => (note ? wrap(`${name}: ${note}`) : []));
}

function overviewLines({ folders, trouble }: Overview, now: Date): string[] {
  const rows = folders.map((folder) => liveRow(folder, now));
  const notes = folders.flatMap((folder) => notesOn(folder, now));
  return [
    ...table(HEADINGS, rows),
    ...(notes.length > 0 ? ['', ...notes] : []),
    ...(trouble === null ? [] : ['', ...wrap(`The pages cannot be made: ${trouble}`)]),
  ];
}

/** The last moves of a pointer, newest first: when, who, what, from which version and commit, and why. */
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

/**
 * `releases`: what is live; `releases <name>`: also its history and every version in the store. The exit code is 1 if a
 * record cannot be read or a served file was altered.
 */
export async function releases(call: Call): Promise<Outcome> {
  const { store, args } = call;
  const now = new Date();
  const found = await stat(store).catch((error: unknown) => {
    if (isMissing(error)) return null;
    throw error;
  });
  if (found?.isDirectory() !== true) throw storeError(`There is no store at ${store}.`);
  const overview = await overviewOf(store, true);
  if (args.length === 0) {
    const broken = UNREADABLE.flatMap(({ reason }) => wrap(`In this checkout: ${reason}`));
    const lines = [...overviewLines(overview, now), ...(broken.length > 0 ? ['', ...broken] : [])];
    const isDone = overview.folders.every(({ damage }) => damage.length === 0);
    return { lines, data: { ...overview, unreadable: UNREADABLE }, isDone, isReport: true };
  }
  const name = nameIn(call);
  const folder = overview.folders.find((one) => one.name === name);
  const names = overview.folders.map((one) => one.name).join(', ');
  if (folder === undefined)
    throw storeError(`There is nothing called '${name}' in this store. It has: ${names}.`);
  const parts = [
    overviewLines({ ...overview, folders: [folder] }, now),
    historyLines(folder.pointer?.moves ?? []),
    storeLines(folder),
  ];
  return {
    lines: parts.flatMap((lines, index) => (index === 0 ? lines : ['', ...lines])),
    data: { ...folder, store },
    isDone: folder.damage.length === 0,
    isReport: true,
  };
}
