import { join } from 'node:path';
import { CANARY_RULE, type RecordedEvent } from './canary.ts';
import { alteredFile } from './files.ts';
import { offeredBy, previousOf } from './pointer.ts';
import {
  SHELL,
  folderOf,
  orStoreError,
  readPointer,
  readRecord,
  remotesIn,
  versionsOf,
} from './readStore.ts';
import { planSite, releaseOf, type LeftOut } from './registry.ts';

/** A version in the store; without a record that can be read only its name. */
export type VersionInfo = Awaited<ReturnType<typeof describe>>['info'];
export type FolderInfo = Awaited<ReturnType<typeof folderInfo>>;
export type Overview = Awaited<ReturnType<typeof overviewOf>>;
/** All that the operator's page shows. */
export type OperatorState = Awaited<ReturnType<typeof operatorState>>;
export type RemoteState = OperatorState['remotes'][number];

/** Describes a version. `isServed`: its files are checked, which takes a while; in others damage harms no one. */
async function describe(store: string, name: string, version: string, isServed: boolean) {
  const record = await orStoreError(readRecord(store, name, version));
  if (record instanceof Error) {
    const info = { version, commit: null, builtAt: null, kilobytes: null, contract: null };
    return { info, damage: record.message };
  }
  const { commit, builtAt, contract } = record;
  const info = { version, commit, builtAt, kilobytes: releaseOf(record).kilobytes, contract };
  const altered = isServed ? await alteredFile(join(folderOf(store, name), version), record.files) : null;
  const damage = altered && `${altered} of ${name} ${version} was altered: it does not match its record`;
  return { info, damage };
}

async function folderInfo(store: string, name: string, all: readonly LeftOut[], isThorough: boolean) {
  const found = await orStoreError(readPointer(store, name));
  const pointer = found instanceof Error ? null : found;
  const { live, moves = [] } = pointer ?? {};
  const previous = pointer && previousOf(pointer);
  const served = pointer === null ? [] : [...offeredBy(pointer), previous];
  const described = await Promise.all(
    (await versionsOf(store, name)).map((version) =>
      describe(store, name, version, isThorough && served.includes(version)),
    ),
  );
  const versions = described.map(({ info }) => info);
  const isLive = (version: string | null) => version === live?.version;
  return {
    name,
    /** Null if it cannot be read; `trouble` says why. */
    pointer,
    /** The version to which a rollback leads if there is no canary. */
    previous,
    trouble: found instanceof Error ? found.message : null,
    live: versions.find(({ version }) => isLive(version)) ?? null,
    /** The move that made it live, if the history still has it. */
    move: moves.find(({ what, to }) => ['release', 'promote', 'rollback'].includes(what) && isLive(to)),
    versions: versions.sort((one, other) => (other.builtAt ?? '').localeCompare(one.builtAt ?? '')),
    leftOut: pointer === null ? [] : all.filter((one) => one.name === name),
    /** A sentence for each release whose record cannot be read, or whose files do not match it. */
    damage: described.flatMap(({ damage }) => damage ?? []),
  };
}

/** Reads what is live, tried, switched off and left out. `isThorough`: it checks every file that visitors get, for a second. */
export async function overviewOf(store: string, isThorough = false) {
  const plan = await orStoreError(planSite(store));
  const leftOut = plan === null || plan instanceof Error ? [] : plan.leftOut;
  const names = [SHELL, ...(await remotesIn(store))];
  const folders = await Promise.all(names.map((name) => folderInfo(store, name, leftOut, isThorough)));
  // `trouble`: why no pages can be made at all.
  return { store, folders, trouble: plan instanceof Error ? plan.message : null };
}

const HOUR_MILLISECONDS = 3_600_000;

/** The versions that people get or may try, with their loads in the last hour: null where no browser reports them. */
function shownVersions({ name, pointer }: FolderInfo, events: readonly RecordedEvent[]) {
  const { live, canary, staged = [], history = [] } = pointer ?? {};
  const found: [string | undefined, string][] = [
    [live?.version, 'live'],
    [canary?.version, `canary on ${canary?.percent} %`],
    ...staged.map(({ version }): [string, string] => [version, 'staged']),
    [history[0]?.version, 'was live'],
  ];
  return found.flatMap(([version, role], index) => {
    if (version === undefined || found.findIndex(([other]) => other === version) < index) return [];
    const own = events.filter((event) => event.id === name && event.version === version);
    const count = (...outcomes: readonly RecordedEvent['outcome'][]) =>
      own.filter(({ outcome }) => outcomes.includes(outcome)).length;
    const [loaded, healed, failed] = [count('loaded'), count('recovered', 'fell-back'), count('failed')];
    const loads = { loaded, healed, failed };
    return { version, role, loads: name === SHELL || role === 'staged' ? null : loads };
  });
}

/** Collects what the operator's page shows, with the loads of the last hour. Throws if the store cannot be read at all. */
export async function operatorState(store: string, events: readonly RecordedEvent[], now: Date) {
  const { folders, trouble } = await overviewOf(store);
  const start = new Date(now.getTime() - HOUR_MILLISECONDS).toISOString();
  const recent = events.filter(({ at }) => at >= start);
  const remotes = folders.map((folder) => ({ ...folder, shown: shownVersions(folder, recent) }));
  return { at: now.toISOString(), rule: CANARY_RULE, trouble, remotes };
}
