import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isPattern } from '@space/federation';
import {
  SHELL,
  STAGED_DAYS,
  movePointer,
  readRecord,
  releaseOf,
  startCanary,
  storeError,
  type Pointer,
  type ReleaseRecord,
} from '@space/store';
import { REMOTES, sourceOf } from '../places.ts';
import { releaseApp, type Destination, type Released } from '../releaseApp.ts';
import { hashOfSource } from '../sources.ts';
import { quietly, steps } from '../steps.ts';
import { nameIn, percentIn, type Call } from './call.ts';
import { finishMove, requireReleased, type Outcome } from './outcome.ts';
import { inPercent } from './formatText.ts';

/** Returns the source folder of an app. Throws StoreError if there is no such app, before anything is built. */
export function sourceFor(name: string, { from }: Pick<Call, 'from'>): string {
  const folder = from ?? sourceOf(name);
  if (name === SHELL || existsSync(join(folder, 'remote.json'))) return folder;
  if (from !== undefined) throw storeError(`There is no remote.json in ${folder}.`);
  throw storeError(
    `There is no remote '${name}' here. Remotes: ${REMOTES.map((one) => one.name).join(', ')}.`,
  );
}

/** One line with the size, the contract and the commit of a release. */
function summaryOf({ record }: Released): string {
  const size = record.name === SHELL ? '' : `${releaseOf(record).kilobytes} kB gzip, `;
  return `${size}contract ${record.contract}, commit ${record.commit ?? 'unknown'}.`;
}

const endNote = ({ before, after }: Released) =>
  before.canary !== null && after.canary === null && before.canary.version !== after.live?.version
    ? [`The canary ${before.canary.version} has ended.`]
    : [];

function releaseLines(released: Released): string[] {
  const { record, before } = released;
  const what = `${record.name} ${record.version}`;
  if (before.live?.version === record.version)
    return [`${what} is already live; nothing new was released.`, ...endNote(released)];
  const was = before.live === null ? 'the first release' : `before: ${before.live.version}`;
  return [`${what} is live (${was}).`, summaryOf(released), ...endNote(released)];
}

function canaryLines(released: Released): string[] {
  const { record, before, after } = released;
  const percent = inPercent(after.canary?.percent ?? 0);
  const what = `${record.name} ${record.version}`;
  if (before.canary?.version === record.version && before.canary.percent === after.canary?.percent)
    return [`${what} is already tried on ${percent} of devices; nothing was changed.`];
  if (before.canary?.version === record.version)
    return [`${what} is now tried on ${percent} of devices (before: ${inPercent(before.canary.percent)}).`];
  return [
    `${what} is tried on ${percent} of devices; ${after.live?.version ?? ''} stays live for the others.`,
    summaryOf(released),
    ...endNote(released),
  ];
}

/** A warning that the release is not visible, if the remote is switched off. */
const switchedOffLines = (name: string, { after: { disabled } }: Released): string[] =>
  disabled === null
    ? []
    : [
        `${name} is switched off (${disabled.reason}), so its pages do not show this release until \`npm run store -- revive ${name}\`.`,
      ];

/** Builds, checks and publishes an app, and derives the pages. */
async function releaseFrom(
  call: Call,
  folder: string,
  describe: typeof releaseLines,
  to: Destination = 'live',
): Promise<Outcome> {
  const { store, isBuilt, isUploaded, message, who } = call;
  const name = nameIn(call);
  const step = isBuilt || isUploaded || call.isJson ? quietly : steps(3);
  const source = { from: folder, isBuilt, isUploaded };
  const released = await releaseApp(name, { store, ...source, message, who, to, step });
  const outcome = await finishMove(call, name, released, [
    ...switchedOffLines(name, released),
    ...describe(released),
  ]);
  const address = to === 'staged' ? { address: tryAddress(released.record) } : {};
  return { ...outcome, data: { ...outcome.data, version: released.record.version, ...address } };
}

/** `release <name>`: build → gate → store → pointer → pages. */
export async function release(call: Call): Promise<Outcome> {
  return releaseFrom(call, sourceFor(nameIn(call), call), releaseLines);
}

/** `canary <name> <percent>`: like a release, but for a percentage of devices. */
export async function canary(call: Call): Promise<Outcome> {
  const name = nameIn(call);
  const percent = percentIn(call.args[1] ?? '');
  if (name === SHELL) throw storeError('The shell has no canary: everyone gets the same HTML.');
  if (!(percent > 0 && percent <= 100))
    throw storeError('A canary takes a percentage above 0 and up to 100.');
  const { canary: running } = await requireReleased(call.store, name);
  if (call.isSame) {
    if (running === null) throw storeError('There is no canary.');
    return changePercent(call, await readRecord(call.store, name, running.version), percent);
  }
  const folder = sourceFor(name, call);
  const record = running && (await readRecord(call.store, name, running.version).catch(() => null));
  if (
    record?.source !== undefined &&
    !call.isBuilt &&
    !call.isUploaded &&
    record.source === (await hashOfSource(folder))
  )
    return changePercent(call, record, percent);
  return releaseFrom(call, folder, canaryLines, percent);
}

/** Changes the percentage of the running canary, which was built from the same source, without a build. */
async function changePercent(call: Call, record: ReleaseRecord, percent: number): Promise<Outcome> {
  const { store, message, who } = call;
  const { name, version } = record;
  const move = (pointer: Pointer) => startCanary(pointer, version, percent, new Date(), message);
  const moved = await movePointer(store, name, move, { who });
  return finishMove(call, name, moved, canaryLines({ record, ...moved }));
}

/** The address that tries a staged release: the first of its pages without parameters. */
const tryAddress = ({ name, version, pages }: ReleaseRecord) =>
  `${pages.find(({ path }) => !isPattern(path))?.path ?? '/'}?try=${name}@${version}`;

function stageLines({ record }: Released): string[] {
  const { name, version } = record;
  return [
    `${name} ${version} is staged for ${STAGED_DAYS} days; what is live stays live.`,
    `Try it: ${tryAddress(record)}`,
    `Make it live: npm run store -- promote ${name} ${version}`,
  ];
}

/** `stage <name>`: build → gate → store. It is not live: only a tab that opens its link gets it, for 14 days. */
export async function stage(call: Call): Promise<Outcome> {
  const name = nameIn(call);
  if (name === SHELL) throw storeError('The shell cannot be staged: everyone gets the same HTML.');
  return releaseFrom(call, sourceFor(name, call), stageLines, 'staged');
}
