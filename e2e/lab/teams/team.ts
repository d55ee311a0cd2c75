import { folderOf, readPointer, type Pointer } from '@space/store';
import { planKill } from '../interleave/kill.ts';
import { oneOf } from '../interleave/random.ts';
import { FAULTS, TEAM_NAMES, build, declare, type Checkout, type Fault, type Ran } from './checkout.ts';
import { DAMAGES, harm, type DamagedTeam } from './damage.ts';
import { isSettled, isUnknown, judgeAnswer, type NetworkTeam } from './network.ts';

/** What pages say of a remote. */
export interface Shown {
  live: string | null;
  canary: string | null;
  disabled: string | null;
}

export interface Team extends DamagedTeam, NetworkTeam {
  /** What it last made live; after a kill the pages may also show what was there before. */
  expected: Shown[];
}

/** What was done, and how it ended; null: nothing was run. */
export interface Done {
  kind: string;
  ran: Ran | null;
}

/** What is done how often, of 36. `killed`: one of the moves, ended by SIGKILL. */
const SHARES = {
  ...{ release: 8, canary: 5, promote: 3, abort: 1, rollback: 3, kill: 1, revive: 2 },
  ...{ broken: 4, damage: 5, killed: 4 },
};
type Kind = keyof typeof SHARES;
// The names of the table above.
const KINDS = (Object.keys(SHARES) as Kind[]).flatMap((kind) =>
  Array.from({ length: SHARES[kind] }, () => kind),
);
// The names of the other table.
const FAULT_NAMES = Object.keys(FAULTS) as Fault[];
const CONTENTS = 6;
const LONGEST_DELAY_MILLISECONDS = 600;
/** What no person should be shown. */
const RAW = /^(\w*Error\b|E[A-Z]{3,}\b|\[|\{)/;

export const shownOf = ({ live, canary, disabled }: Pointer): Shown => ({
  live: live?.version ?? null,
  canary: canary?.version ?? null,
  disabled: disabled?.reason ?? null,
});

/** A pointer and a record decide what is shown; what else is damaged hurts the next act of its own team alone. */
export const isSoundOnSite = ({ damage }: Team) => !damage.has('pointer') && !damage.has('record');

/** Runs a command in a checkout. Throws when it does not answer in one line, or in words that help no one. */
async function answered(
  checkout: Checkout,
  words: readonly string[],
  place: readonly string[],
  onStart?: Parameters<Checkout['command']>[1],
): Promise<Ran> {
  const ran = await checkout.command([...words, ...place, '--json'], onStart);
  const error = ran.answer?.['error'];
  if (ran.code !== null && (ran.answer === null || (typeof error === 'string' && RAW.test(error))))
    throw new Error(`${words.join(' ')} has no words: ${ran.said}`);
  return ran;
}

/** Runs a command on a store. */
export const command = (checkout: Checkout, store: string, who: string, words: readonly string[]) =>
  answered(checkout, words, ['--store', store, '--actor', who]);

/** Runs a command of a team, on the store or over the network. */
export function commandOf(
  { name, store, checkout, network }: Team,
  words: readonly string[],
  onStart?: Parameters<Checkout['command']>[1],
): Promise<Ran> {
  const place =
    network === null
      ? ['--store', store, '--actor', `team ${name}`]
      : ['--site', network.site(), '--token', network.token];
  return answered(checkout, words, place, onStart);
}

const wordsOf = (kind: string, name: string): string[] => {
  if (kind === 'release') return [kind, name, '--built'];
  if (kind === 'canary') return [kind, name, '10%', '--built'];
  if (kind === 'kill') return [kind, name, `we repair ${name}`];
  return [kind, name];
};

/** Keeps what a team expects to be shown from now on. Throws when what was done is not what the command said. */
async function expectAfter(team: Team, kind: string, ran: Ran): Promise<void> {
  const { name, store, expected, damage, network } = team;
  judgeAnswer(team, kind, ran);
  if (network?.isWithdrawn === true) return;
  const isRefused = ran.code !== 0 && !isUnknown(team, ran);
  if (isRefused && isSettled(team) && damage.size === 0) {
    const others = TEAM_NAMES.filter((other) => other !== name);
    if (kind === 'release' || others.some((other) => ran.said.includes(other)))
      throw new Error(`${kind} of ${name}, which is sound, was refused: ${ran.said}`);
  }
  if (!isSoundOnSite(team) || isRefused) return;
  const after = shownOf(await readPointer(store, name));
  // As `settle` of the commands says it.
  const told = ran.answer?.['live'] as Pointer['live'] | undefined;
  if (ran.code === 0 && isSettled(team) && told?.version !== after.live)
    throw new Error(`${kind} of ${name} said that ${told?.version} is live, and ${after.live} is`);
  team.expected = ran.code === 0 ? [after] : [...expected, after];
}

/** A move by a command of its own process. `kill` plans its end. */
export async function move(team: Team, kind: string, content: number, random?: () => number): Promise<Ran> {
  const { name, store, checkout } = team;
  if (kind === 'release' || kind === 'canary') await build(checkout.folder, name, content);
  let rest = () => {};
  const ran = await commandOf(team, wordsOf(kind, name), (child) => {
    if (!random) return;
    const folders = [store, folderOf(store, name)];
    rest = planKill(random, () => void child.kill('SIGKILL'), folders, LONGEST_DELAY_MILLISECONDS);
  }).finally(() => rest());
  await expectAfter(team, kind, ran);
  return ran;
}

/** A release of a build that the gate must refuse, by the rule that it breaks. */
async function releaseBroken(team: Team, fault: Fault, content: number): Promise<Ran> {
  const { name, checkout, network } = team;
  const wasSound = team.damage.size === 0 && network?.isWithdrawn !== true;
  await build(checkout.folder, name, content, fault);
  const ran = await commandOf(team, wordsOf('release', name));
  judgeAnswer(team, 'release', ran);
  if (ran.code === 0 || (wasSound && !isUnknown(team, ran) && !ran.said.includes(FAULTS[fault])))
    throw new Error(`A build of ${name} whose ${fault} is broken was not refused for it: ${ran.said}`);
  if (fault === 'page') await declare(checkout.folder, name);
  return ran;
}

async function mend(team: Team, content: number): Promise<Ran> {
  for (const undo of team.damage.values()) await undo();
  team.damage.clear();
  return move(team, 'release', content);
}

/** One act of a team, drawn at random: what is random is drawn before anything is known of the team, so that a seed repeats it. */
export async function actAsTeam(random: () => number, team: Team): Promise<Done> {
  const kind = oneOf(random, KINDS);
  const content = Math.floor(random() * CONTENTS);
  const mends = random() < 0.5;
  const fault = oneOf(random, FAULT_NAMES);
  const drawn = oneOf(random, DAMAGES);
  // Without a disk of the site there is only its own clone to damage.
  const damage = team.network === null ? drawn : 'declaration';
  const form = Math.floor(random() * 6);
  const victim = oneOf(random, ['release', 'release', 'canary', 'promote', 'rollback', 'kill', 'revive']);
  if (mends && team.damage.size > 0) return { kind: 'mend', ran: await mend(team, content) };
  if (kind === 'damage') {
    await harm(team, damage, form);
    return { kind: `damage a ${damage}`, ran: null };
  }
  if (kind === 'broken' && !team.damage.has('declaration'))
    return { kind: `release, broken ${fault}`, ran: await releaseBroken(team, fault, content) };
  if (kind === 'killed') return { kind: `${victim}, killed`, ran: await move(team, victim, content, random) };
  const wanted = kind === 'broken' ? 'release' : kind;
  return { kind: wanted, ran: await move(team, wanted, content) };
}
