import { join } from 'node:path';
import { isPattern } from '@space/federation';
import {
  SHELL,
  STAGED_DAYS,
  folderOf,
  isWithdrawn,
  kill as killRemote,
  movePointer,
  promote as promoteVersion,
  readPointer,
  readRecord,
  releaseOf,
  remotesIn,
  revive as reviveRemote,
  rollBack,
  startCanary,
  storeError,
  type Destination,
  type Moved,
  type Pointer,
  type ReleaseRecord,
} from '@space/store';
import { enforceGate } from '../gate/gate.ts';
import { sourceOf } from '../places.ts';
import { releaseApp, type Released } from '../releaseApp.ts';
import { quietly, shown } from '../steps.ts';
import { nameIn, percentIn, type Call, type Outcome } from './call.ts';
import { inPercent } from './releases.ts';

// The commands that move a pointer. The move itself makes the pages anew (`movePointer`).

type Describe<M extends Moved = Moved> = (name: string, moved: M) => string[];

const liveIn = ({ live }: Pointer) => live?.version ?? '';
const before = ({ before: { live } }: Moved) =>
  live === null ? 'the first release' : `before: ${live.version}`;

/** Says that a canary has ended, unless it is what went live. */
const endNote = ({ before: { canary }, after }: Moved) =>
  canary === null || after.canary?.version === canary.version || canary.version === liveIn(after)
    ? []
    : [`The canary ${canary.version} has ended.`];

function outcomeOf(name: string, moved: Moved, lines: readonly string[]): Outcome {
  const { after, leftOut } = moved;
  const { history: _, moves: __, ...state } = after;
  const own = [liveIn(after), after.canary?.version];
  const trouble =
    leftOut instanceof Error
      ? [`The pointer is moved, but the pages could not be made: ${leftOut.message}`]
      : (leftOut ?? [])
          .filter((one) => one.name === name && own.includes(one.version))
          .map(({ version, reason }) => `But ${name} ${version} is left out: ${reason}`);
  const none = leftOut === null ? ['There are no pages yet: no shell is released.'] : [];
  return {
    lines: [...lines, ...none, ...trouble],
    data: { name, changed: JSON.stringify(moved.before) !== JSON.stringify(after), ...state },
    isDone: trouble.length === 0,
  };
}

async function releaseTo(call: Call, to: Destination, describe: Describe<Released>): Promise<Outcome> {
  const name = nameIn(call);
  const from = sourceOf(name, call.from);
  const step = call.isBuilt || call.isUploaded || call.isJson ? quietly : shown;
  const released = await releaseApp(name, { ...call, from, to, step });
  const { disabled } = released.after;
  const off = `${name} is switched off (${disabled?.reason}), so its pages do not show this release until \`npm run store -- revive ${name}\`.`;
  const lines = [...(disabled === null ? [] : [off]), ...describe(name, released)];
  const outcome = outcomeOf(name, released, lines);
  const address = to === 'staged' ? { address: tryAddress(released.record) } : {};
  return { ...outcome, data: { ...outcome.data, version: released.record.version, ...address } };
}

function summaryOf({ record }: Released): string {
  const size = record.name === SHELL ? '' : `${releaseOf(record).kilobytes} kB gzip, `;
  return `${size}contract ${record.contract}, commit ${record.commit ?? 'unknown'}.`;
}

/** `release <name>`: build → gate → store → pointer → pages. */
export const release = (call: Call): Promise<Outcome> =>
  releaseTo(call, 'live', (name, released) => {
    const { version } = released.record;
    return released.before.live?.version === version
      ? [`${name} ${version} is already live; nothing new was released.`, ...endNote(released)]
      : [`${name} ${version} is live (${before(released)}).`, summaryOf(released), ...endNote(released)];
  });

/** The address that tries a staged release: the first of its pages without parameters. */
const tryAddress = ({ name, version, pages }: ReleaseRecord) =>
  `${pages.find(({ path }) => !isPattern(path))?.path ?? '/'}?try=${name}@${version}`;

/** `stage <name>`: build → gate → store. It is not live: only a tab that opens its link gets it, for 14 days. */
export async function stage(call: Call): Promise<Outcome> {
  if (nameIn(call) === SHELL) throw storeError('The shell cannot be staged: everyone gets the same HTML.');
  return releaseTo(call, 'staged', (name, { record }) => [
    `${name} ${record.version} is staged for ${STAGED_DAYS} days; what is live stays live.`,
    `Try it: ${tryAddress(record)}`,
    `Make it live: ${call.isUploaded ? 'promote' : `npm run store -- promote ${name}`} ${record.version}`,
  ]);
}

const describeCanary: Describe = (name, { before: { canary: was }, after }) => {
  const percent = inPercent(after.canary?.percent ?? 0);
  const what = `${name} ${after.canary?.version ?? ''}`;
  if (was?.version !== after.canary?.version)
    return [`${what} is tried on ${percent} of devices; ${liveIn(after)} stays live for the others.`];
  return was?.percent === after.canary?.percent
    ? [`${what} is already tried on ${percent} of devices; nothing was changed.`]
    : [`${what} is now tried on ${percent} of devices (before: ${inPercent(was?.percent ?? 0)}).`];
};

/** `canary <name> <percent>`: like a release, but for a percentage of devices; `--same`: changes it, without a build. */
export async function canary(call: Call): Promise<Outcome> {
  const name = nameIn(call);
  const percent = percentIn(call.args[1] ?? '');
  if (name === SHELL) throw storeError('The shell has no canary: everyone gets the same HTML.');
  if (call.isSame) return changeCanary(call);
  // Refused before a build that takes a minute.
  startCanary(await requireReleased(call.store, name), '', percent, new Date());
  return releaseTo(call, percent, (_, released) => [
    ...describeCanary(name, released),
    ...(released.before.canary?.version === released.record.version ? [] : [summaryOf(released)]),
    ...endNote(released),
  ]);
}

/** Returns the pointer of an app that is live or staged. Throws StoreError for any other name, which may be mistyped. */
async function requireReleased(store: string, name: string): Promise<Pointer> {
  const pointer = await readPointer(store, name);
  if (pointer.live !== null || pointer.staged.length > 0) return pointer;
  const names = [SHELL, ...(await remotesIn(store))];
  throw storeError(`Nothing is live as '${name}' in this store. It has: ${names.join(', ')}.`);
}

/**
 * Makes a command that moves an app's pointer. A version that goes live passes the gate again, because the shell may have
 * changed since its release: the move is computed twice, and refused if another command has moved the pointer in between.
 */
const moving =
  (move: (pointer: Pointer, call: Call) => Pointer, describe: Describe) =>
  async (call: Call): Promise<Outcome> => {
    const { store, who, message: reason } = call;
    const name = nameIn(call);
    const found = await requireReleased(store, name);
    const version = liveIn(move(found, call));
    if (version !== liveIn(found)) {
      const record = await readRecord(store, name, version);
      await enforceGate(store, { record, folder: join(folderOf(store, name), version) });
    }
    const moveAgain = (pointer: Pointer) => {
      const next = move(pointer, call);
      if (liveIn(next) === version && liveIn(pointer) === liveIn(found)) return next;
      throw storeError(
        `Another command has moved ${name} in the meantime; nothing was changed. Check the releases and try again.`,
      );
    };
    const moved = await movePointer(store, name, moveAgain, { who, reason });
    return outcomeOf(name, moved, describe(name, moved));
  };

/** `canary <name> <percent> --same`: changes the percentage of the running canary. */
const changeCanary = moving((pointer, call) => {
  if (pointer.canary === null) throw storeError('There is no canary.');
  const percent = percentIn(call.args[1] ?? '');
  return startCanary(pointer, pointer.canary.version, percent, new Date());
}, describeCanary);

/** `rollback <name> [version]`: ends the canary, or goes back to an earlier version that worked; what was live is withdrawn. */
export const rollback = moving(
  (pointer, { isCanaryOnly, args: [, version = null] }) => {
    if (isCanaryOnly && pointer.canary === null)
      throw storeError('This token is only for staged releases and canaries.');
    return rollBack(pointer, version, new Date());
  },
  (name, moved) => {
    const [was, is] = [liveIn(moved.before), liveIn(moved.after)];
    if (was === is) return [...endNote(moved), `${name} ${is} is live for everybody.`];
    const again = `(${is} itself was withdrawn before; you asked for it.)`;
    const back = `${name} is back at ${is}; ${was} is withdrawn.`;
    return [back, ...(isWithdrawn(moved.before, is) ? [again] : []), ...endNote(moved)];
  },
);

/** `promote <name> [version]`: the canary or a staged release goes live for all visitors. */
export const promote = moving(
  (pointer, { args: [, version = null] }) => promoteVersion(pointer, version, new Date()),
  (name, moved) => {
    const is = liveIn(moved.after);
    const was = moved.before.canary?.version === is ? 'a canary' : 'staged';
    return [`${name} ${is} was ${was} and is live for everybody (${before(moved)}).`, ...endNote(moved)];
  },
);

/** `kill <name> --message <text>`: the remote is switched off; its pages show the text. */
export const kill = moving(
  (pointer, call) => {
    if (nameIn(call) === SHELL)
      throw storeError('The shell cannot be switched off: nothing would show the reason.');
    if (call.message === undefined) throw storeError('Visitors read why: say it with --message <text>.');
    return killRemote(pointer, call.message, new Date());
  },
  (name, { after }) => [`${name} is switched off. Its pages say: ${after.disabled?.reason}`],
);

/** `revive <name>`: the remote is switched on again. */
export const revive = moving(
  (pointer) => reviveRemote(pointer, new Date()),
  (name, { after }) => [`${name} is switched on again: ${liveIn(after)} is live.`],
);
