import { folderOf, readPointer, type Pointer } from '@space/store';
import { planKill } from '../interleave/kill.ts';
import { oneOf } from '../interleave/random.ts';
import { FAULTS, TEAM_NAMES, build, declare, type Checkout, type Fault, type Run } from './checkout.ts';
import { DAMAGES, applyDamage, type DamagedTeam } from './damage.ts';
import { isSettled, isUnknown, checkResponse, type NetworkTeam } from './network.ts';

/** What pages show of a remote. */
export interface Shown {
  live: string | null;
  canary: string | null;
  disabled: string | null;
}

export interface Team extends DamagedTeam, NetworkTeam {
  /** What pages may show: what the team last made live, and after a killed command also the state before. */
  expected: Shown[];
}

/** An action and the result of its command; null if it ran no command. */
export interface Action {
  kind: string;
  result: Run | null;
}

/** The relative frequency of each action, of 36. `killed`: one of the moves, ended with SIGKILL. */
const FREQUENCIES = {
  ...{ release: 8, canary: 5, promote: 3, abort: 1, rollback: 3, kill: 1, revive: 2 },
  ...{ broken: 4, damage: 5, killed: 4 },
};
type Kind = keyof typeof FREQUENCIES;
// The names of the table above.
const KINDS = (Object.keys(FREQUENCIES) as Kind[]).flatMap((kind) =>
  Array.from({ length: FREQUENCIES[kind] }, () => kind),
);
// The names of the other table.
const FAULT_NAMES = Object.keys(FAULTS) as Fault[];
const CONTENTS = 6;
const MAX_DELAY_MILLISECONDS = 600;
/** Raw errors, which a user should never see. */
const RAW = /^(\w*Error\b|E[A-Z]{3,}\b|\[|\{)/;

export const shownOf = ({ live, canary, disabled }: Pointer): Shown => ({
  live: live?.version ?? null,
  canary: canary?.version ?? null,
  disabled: disabled?.reason ?? null,
});

/** Whether the site is unaffected: only a damaged pointer or record changes pages, the rest only the team's commands. */
export const isSoundOnSite = ({ damage }: Team) => !damage.has('pointer') && !damage.has('record');

/** Runs a command in a checkout. Throws if its output is not one line of JSON, or is a raw error. */
async function runInCheckout(
  checkout: Checkout,
  args: readonly string[],
  target: readonly string[],
  onStart?: Parameters<Checkout['command']>[1],
): Promise<Run> {
  const result = await checkout.command([...args, ...target, '--json'], onStart);
  const error = result.answer?.['error'];
  if (result.code !== null && (result.answer === null || (typeof error === 'string' && RAW.test(error))))
    throw new Error(`${args.join(' ')} has no words: ${result.output}`);
  return result;
}

/** Runs a command on a store. */
export const command = (checkout: Checkout, store: string, actor: string, args: readonly string[]) =>
  runInCheckout(checkout, args, ['--store', store, '--actor', actor]);

/** Runs a command of a team, on the store or over the network. */
export function commandOf(
  { name, store, checkout, network }: Team,
  args: readonly string[],
  onStart?: Parameters<Checkout['command']>[1],
): Promise<Run> {
  const target =
    network === null
      ? ['--store', store, '--actor', `team ${name}`]
      : ['--site', network.site(), '--token', network.token];
  return runInCheckout(checkout, args, target, onStart);
}

const argsOf = (kind: string, name: string): string[] => {
  if (kind === 'release') return [kind, name, '--built'];
  if (kind === 'canary') return [kind, name, '10%', '--built'];
  if (kind === 'kill') return [kind, name, `we repair ${name}`];
  return [kind, name];
};

/** Updates a team's expectations after a command. Throws if the command's output does not match what it did. */
async function updateExpected(team: Team, kind: string, result: Run): Promise<void> {
  const { name, store, expected, damage, network } = team;
  checkResponse(team, kind, result);
  if (network?.isWithdrawn === true) return;
  const isRefused = result.code !== 0 && !isUnknown(team, result);
  if (isRefused && isSettled(team) && damage.size === 0) {
    const others = TEAM_NAMES.filter((other) => other !== name);
    if (kind === 'release' || others.some((other) => result.output.includes(other)))
      throw new Error(`${kind} of ${name}, which is sound, was refused: ${result.output}`);
  }
  if (!isSoundOnSite(team) || isRefused) return;
  const after = shownOf(await readPointer(store, name));
  // The format of the commands' `settle`.
  const reportedLive = result.answer?.['live'] as Pointer['live'] | undefined;
  if (result.code === 0 && isSettled(team) && reportedLive?.version !== after.live)
    throw new Error(`${kind} of ${name} said that ${reportedLive?.version} is live, and ${after.live} is`);
  team.expected = result.code === 0 ? [after] : [...expected, after];
}

/** Runs a move. `random`: also kills its process at a random moment. */
export async function move(team: Team, kind: string, content: number, random?: () => number): Promise<Run> {
  const { name, store, checkout } = team;
  if (kind === 'release' || kind === 'canary') await build(checkout.folder, name, content);
  let cancelKill = () => {};
  const result = await commandOf(team, argsOf(kind, name), (child) => {
    if (!random) return;
    const folders = [store, folderOf(store, name)];
    cancelKill = planKill(random, () => void child.kill('SIGKILL'), folders, MAX_DELAY_MILLISECONDS);
  }).finally(() => cancelKill());
  await updateExpected(team, kind, result);
  return result;
}

/** Releases a broken build. Throws unless the gate refuses it by the right rule. */
async function releaseBroken(team: Team, fault: Fault, content: number): Promise<Run> {
  const { name, checkout, network } = team;
  const wasSound = team.damage.size === 0 && network?.isWithdrawn !== true;
  await build(checkout.folder, name, content, fault);
  const result = await commandOf(team, argsOf('release', name));
  checkResponse(team, 'release', result);
  if (result.code === 0 || (wasSound && !isUnknown(team, result) && !result.output.includes(FAULTS[fault])))
    throw new Error(`A build of ${name} whose ${fault} is broken was not refused for it: ${result.output}`);
  if (fault === 'page') await declare(checkout.folder, name);
  return result;
}

async function repair(team: Team, content: number): Promise<Run> {
  for (const undo of team.damage.values()) await undo();
  team.damage.clear();
  return move(team, 'release', content);
}

/** Performs a random action. Draws all random numbers first, whatever the team's state, so that a seed repeats a run. */
export async function actAsTeam(random: () => number, team: Team): Promise<Action> {
  const kind = oneOf(random, KINDS);
  const content = Math.floor(random() * CONTENTS);
  const repairs = random() < 0.5;
  const fault = oneOf(random, FAULT_NAMES);
  const drawnDamage = oneOf(random, DAMAGES);
  // Without access to the site's disk, a team can only damage its own clone.
  const damage = team.network === null ? drawnDamage : 'declaration';
  const variant = Math.floor(random() * 6);
  const verb = oneOf(random, ['release', 'release', 'canary', 'promote', 'rollback', 'kill', 'revive']);
  if (repairs && team.damage.size > 0) return { kind: 'repair', result: await repair(team, content) };
  if (kind === 'damage') {
    await applyDamage(team, damage, variant);
    return { kind: `damage a ${damage}`, result: null };
  }
  if (kind === 'broken' && !team.damage.has('declaration'))
    return { kind: `release, broken ${fault}`, result: await releaseBroken(team, fault, content) };
  if (kind === 'killed') return { kind: `${verb}, killed`, result: await move(team, verb, content, random) };
  const effectiveKind = kind === 'broken' ? 'release' : kind;
  return { kind: effectiveKind, result: await move(team, effectiveKind, content) };
}
