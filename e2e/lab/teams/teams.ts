import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SHELL, readPointer } from '@space/store';
import { runCommand } from '@space/release/testing/commandLine';
import { startServerProcess } from '@space/server/testing';
import { randomFrom } from '../interleave/random.ts';
import { checkAll } from './check.ts';
import { TEAM_NAMES, checkOut } from './checkout.ts';
import { actAsOperator, type Operator } from './operator.ts';
import { createToken, withdrawToken } from './network.ts';
import { actAsTeam, move, shownOf, type Action, type Team } from './team.ts';

const MAX_CONCURRENT = 3;
/** These release over the network. The token of the first is withdrawn half-way. */
const WITH_TOKENS = ['alpha', 'gamma', 'epsilon'];
const OPERATOR = 'operator';

/** How often each kind of action succeeded, was refused, and was killed. */
export type Counts = Map<string, { done: number; refused: number; killed: number }>;

export interface Totals {
  steps: number;
  /** The number of checks of the site and the commands. */
  checks: number;
  counts: Counts;
}

export interface TeamsOptions {
  seed: number;
  steps: number;
  /** No further step starts after this many milliseconds. */
  maxMilliseconds?: number;
  /** The server's settings: a hosted project needs no database. */
  env?: Record<string, string>;
  /** Each clone reuses one process for its commands, which halves the time. Otherwise each command starts one. */
  reusesProcesses?: boolean;
  onProgress?: (step: number) => void;
}

interface Setup {
  store: string;
  teams: Team[];
  operator: Operator;
}

/** Releases the shell and all remotes for the first time, and starts the server. */
async function setUp(home: string, { env = {}, reusesProcesses = false }: TeamsOptions): Promise<Setup> {
  const store = join(home, 'store');
  const options = { dataDir: join(home, 'data'), siteDir: store, env };
  const environment = { ...process.env, SITE_DIR: store, DATA_DIR: options.dataDir };
  const places = [OPERATOR, ...TEAM_NAMES].map((name) => join(home, name));
  const [mainClone, ...teamCheckouts] = await Promise.all(
    places.map((place) => checkOut(place, environment, reusesProcesses)),
  );
  if (mainClone === undefined) throw new RangeError('The operator has a clone');
  const release = async (name: string, source: string) => {
    const args = ['--built', '--from', source, '--store', store, '--actor', `team ${name}`];
    const { code, stderr } = await runCommand('release', name, ...args);
    if (code !== 0) throw new Error(stderr);
  };
  await release(SHELL, join(mainClone.folder, SHELL));
  const teams = await Promise.all(
    teamCheckouts.map(async (checkout, index): Promise<Team> => {
      const name = TEAM_NAMES[index] ?? '';
      await release(name, join(checkout.folder, 'remotes', name));
      const expected = [shownOf(await readPointer(store, name))];
      return { name, store, checkout, network: null, merged: mainClone.folder, expected, damage: new Map() };
    }),
  );
  const server = await startServerProcess(options);
  const operator = { store, checkout: mainClone, server, options };
  for (const team of teams.filter(({ name }) => WITH_TOKENS.includes(name)))
    team.network = await createToken(mainClone, team.name, () => operator.server.origin);
  return { store, teams, operator };
}

function count(counts: Counts, { kind, result }: Action): void {
  const sum = counts.get(kind) ?? { done: 0, refused: 0, killed: 0 };
  counts.set(kind, sum);
  if (result === null || result.code === 0) sum.done += 1;
  else if (result.code === null) sum.killed += 1;
  else sum.refused += 1;
}

/** Withdraws one team's token, and lets all teams with tokens release: that team must be refused, the others not. */
async function withdrawOneToken({ teams, operator }: Setup, counts: Counts): Promise<void> {
  const [first, ...others] = teams.filter(({ network }) => network !== null);
  if (!first?.network) throw new RangeError('There are teams with tokens');
  await withdrawToken(operator.checkout, first.network);
  for (const team of [first, ...others])
    count(counts, { kind: kindOf(team, 'release'), result: await move(team, 'release', 0) });
}

const kindOf = ({ network }: Team, kind: string) =>
  network === null ? kind : `${network.isWithdrawn ? 'withdrawn token' : 'network'}: ${kind}`;

/** Lets one to three of the six act at once, each with its own random numbers. Returns the number of checks after it. */
async function takeStep(seed: number, { store, teams, operator }: Setup, counts: Counts): Promise<number> {
  const random = randomFrom(seed);
  const actors = [...TEAM_NAMES, OPERATOR].map((name) => ({ name, place: random() }));
  actors.sort((one, other) => one.place - other.place);
  const chosen = actors.slice(0, 1 + Math.floor(random() * MAX_CONCURRENT));
  const work = chosen.map(async ({ name, place }) => {
    const ownRandom = randomFrom(Math.floor(place * 2 ** 32));
    const team = teams.find((one) => one.name === name);
    const done = await (team ? actAsTeam(ownRandom, team) : actAsOperator(ownRandom, operator, teams));
    count(counts, { ...done, kind: team ? kindOf(team, done.kind) : done.kind });
  });
  const failed = (await Promise.allSettled(work)).find((one) => one.status === 'rejected');
  if (failed) throw failed.reason;
  const acting = teams.find((team) => chosen.some(({ name }) => name === team.name));
  return checkAll(operator.server.origin, store, teams, acting);
}

/**
 * Lets five teams and an operator act at random on one site, and checks after each step that every remote is what its own
 * team made live. Throws at the first that is not, with the seed and the step.
 */
export async function runTeams(options: TeamsOptions): Promise<Totals> {
  const { seed, steps, maxMilliseconds = Infinity, onProgress = () => {} } = options;
  const home = await mkdtemp(join(tmpdir(), 'space-teams-'));
  const counts: Counts = new Map();
  const setup = await setUp(home, options);
  let checks = 0;
  let step = 0;
  try {
    const start = performance.now();
    const end = start + maxMilliseconds;
    let isWithdrawn = false;
    for (; step < steps && performance.now() < end; step += 1) {
      if (!isWithdrawn && (step >= steps / 2 || performance.now() >= start + maxMilliseconds / 2)) {
        await withdrawOneToken(setup, counts);
        isWithdrawn = true;
      }
      checks += await takeStep(seed * 10_007 + step, setup, counts);
      onProgress(step + 1);
    }
    await setup.operator.server.kill('SIGTERM');
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
    return { steps: step, checks, counts };
  } catch (error) {
    await setup.operator.server.kill('SIGKILL');
    const reason = error instanceof Error ? error.message : String(error);
    const command = `npm run lab -- teams --seed ${seed} --steps ${step + 1}`;
    throw new Error(`Step ${step + 1}: ${reason}\n${command}\nAll is kept: ${home}`, { cause: error });
  } finally {
    for (const { checkout } of [setup.operator, ...setup.teams]) checkout.close();
  }
}
