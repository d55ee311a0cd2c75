import { stat } from 'node:fs/promises';
import { atTime } from '@space/domain';
import {
  SHELL,
  isMissing,
  overviewOf,
  storeError,
  versionInfos,
  type FolderInfo,
  type Overview,
  type VersionInfo,
} from '@space/store';
import { UNREADABLE } from '../places.ts';
import { nameIn, type Call } from './call.ts';
import type { Outcome } from './moves.ts';
import { ago, inPercent, shortCommit, table, wrap } from './formatText.ts';

const sizeOf = (info: VersionInfo | null) => info?.kilobytes?.toFixed(1) ?? '–';
const contractOf = (info: VersionInfo | null) => String(info?.contract ?? '–');

const HEADINGS = ['', 'live', 'since', '', 'commit', '>kB gzip', '>contract'];

function liveRow({ name, pointer, live }: FolderInfo, now: Date): string[] {
  const since = pointer?.live?.since;
  if (since === undefined) return [name, 'nothing', '', '', '', '', ''];
  return [
    name,
    live?.version ?? '',
    ago(since, now),
    atTime(since),
    shortCommit(live?.commit ?? null),
    name === SHELL ? '–' : sizeOf(live),
    contractOf(live),
  ];
}

/** The notes on an app: a sentence for each canary, staged release, switch-off and problem. */
function notesOn({ name, pointer, trouble, leftOut, damage }: FolderInfo, now: Date): string[] {
  const since = (instant: string) => `${ago(instant, now)}, ${atTime(instant)}`;
  const { canary = null, staged = [], halted = null, disabled = null } = pointer ?? {};
  const notes = [
    ...(trouble === null ? [] : [`${name}: ${trouble}`]),
    ...(canary === null
      ? []
      : [`${name}: canary ${canary.version} on ${inPercent(canary.percent)} (${since(canary.since)})`]),
    ...staged.map((one) => `${name}: ${one.version} is staged (${since(one.since)})`),
    ...(halted === null
      ? []
      : [`${name}: canary ${halted.version} was halted (${since(halted.at)}): ${halted.reason}`]),
    ...(disabled === null ? [] : [`${name}: switched off (${since(disabled.since)}): ${disabled.reason}`]),
    ...damage
      .filter((sentence) => leftOut.every(({ reason }) => reason !== sentence))
      .map((sentence) => `${name}: ${sentence}`),
    ...leftOut.map(({ version, reason }) => `${name}: ${version} is left out: ${reason}`),
  ];
  return notes.flatMap((note) => wrap(note));
}

function overviewLines({ folders, trouble }: Overview, now: Date): string[] {
  const notes = folders.flatMap((folder) => notesOn(folder, now));
  return [
    ...table(
      HEADINGS,
      folders.map((folder) => liveRow(folder, now)),
    ),
    ...(notes.length > 0 ? ['', ...notes] : []),
    ...(trouble === null ? [] : ['', ...wrap(`The pages cannot be made: ${trouble}`)]),
  ];
}

/** The last moves of a pointer, newest first: when, who, what, from which version and commit, and why. */
function historyLines(pointer: FolderInfo['pointer']): string[] {
  const rows = (pointer?.moves ?? []).map(({ at, who, what, from, to, percent, commit, reason }) =>
    [
      `  ${atTime(at)}`,
      who,
      what,
      from ?? '–',
      percent === undefined ? (to ?? '–') : `${to} on ${inPercent(percent)}`,
      shortCommit(commit),
      reason ?? '',
    ].map((cell, column) => (column === 0 ? cell : cell.replaceAll(/\s+/gu, ' '))),
  );
  return rows.length === 0 ? [] : table(['History', 'who', 'what', 'from', 'to', 'commit', 'why'], rows);
}

function stateOf(version: string, pointer: FolderInfo['pointer']): string {
  if (version === pointer?.live?.version) return 'live';
  if (version === pointer?.canary?.version) return `canary ${inPercent(pointer.canary.percent)}`;
  if (pointer?.staged.some((one) => one.version === version)) return 'staged';
  const before = pointer?.history.find((entry) => entry.version === version);
  if (before?.withdrawn === true) return 'withdrawn';
  if (version === pointer?.halted?.version) return 'halted';
  return before === undefined ? '' : 'was live';
}

function storeLines(
  versions: readonly VersionInfo[],
  pointer: FolderInfo['pointer'],
  name: string,
): string[] {
  const rows = versions.map((info) => [
    `  ${info.version}`,
    info.builtAt === null ? 'cannot be read' : atTime(info.builtAt),
    shortCommit(info.commit),
    name === SHELL ? '–' : sizeOf(info),
    contractOf(info),
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
  await requireFolder(store);
  const overview = await overviewOf(store, true);
  if (args.length === 0) {
    const broken = UNREADABLE.flatMap(({ reason }) => wrap(`In this checkout: ${reason}`));
    const lines = [...overviewLines(overview, now), ...(broken.length > 0 ? ['', ...broken] : [])];
    const isDone = overview.folders.every(({ damage }) => damage.length === 0);
    return { lines, data: { ...overview, unreadable: UNREADABLE }, isDone, isReport: true };
  }
  const name = nameIn(call);
  const folder = overview.folders.find((one) => one.name === name);
  if (folder === undefined) {
    const names = overview.folders.map((one) => one.name).join(', ');
    throw storeError(`There is nothing called '${name}' in this store. It has: ${names}.`);
  }
  const versions = await versionInfos(store, name);
  const lines = [
    ...overviewLines({ ...overview, folders: [folder] }, now),
    '',
    ...historyLines(folder.pointer),
    '',
    ...storeLines(versions, folder.pointer, name),
  ];
  const data = { ...folder, versions, store };
  return { lines, data, isDone: folder.damage.length === 0, isReport: true };
}

async function requireFolder(store: string): Promise<void> {
  const found = await stat(store).catch((error: unknown) => {
    if (isMissing(error)) return null;
    throw error;
  });
  if (found?.isDirectory() !== true) throw storeError(`There is no store at ${store}.`);
}
