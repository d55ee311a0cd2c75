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
import { giveToken, withdrawToken } from './network.ts';
import { actAsTeam, move, shownOf, type Done, type Team } from './team.ts';

const MOST_AT_ONCE = 3;
/** These release over the network. The token of the first is withdrawn half-way. */
const WITH_TOKENS = ['alpha', 'gamma', 'epsilon'];
const OPERATOR = 'operator';

/** How often each kind of act was done, was refused, and was ended by SIGKILL. */
export type Counts = Map<string, { done: number; refused: number; killed: number }>;

export interface Told {
  steps: number;
  /** What was asked of the site and of the commands. */
  checks: number;
  counts: Counts;
}

export interface Course {
  seed: number;
  steps: number;
  /** After so many milliseconds no further step begins. */
  longest?: number;
  /** The server's settings: a hosted project needs no database. */
  env?: Record<string, string>;
  /** Each clone keeps a process for its commands, which takes half the time. Each has one of its own otherwise. */
  keepsProcesses?: boolean;
  tell?: (step: number) => void;
}

interface World {
  store: string;
  teams: Team[];
  operator: Operator;
}

/** The first releases of the shell and of all teams, and the server. */
async function settle(home: string, { env = {}, keepsProcesses = false }: Course): Promise<World> {
  const store = join(home, 'store');
  const options = { dataDir: join(home, 'data'), siteDir: store, env };
  const environment = { ...process.env, SITE_DIR: store, DATA_DIR: options.dataDir };
  const places = [OPERATOR, ...TEAM_NAMES].map((name) => join(home, name));
  const [operators, ...others] = await Promise.all(
    places.map((place) => checkOut(place, environment, keepsProcesses)),
  );
  if (operators === undefined) throw new RangeError('The operator has a clone');
  const release = async (name: string, source: string) => {
    const words = ['--built', '--from', source, '--store', store, '--actor', `team ${name}`];
    const { code, stderr } = await runCommand('release', name, ...words);
    if (code !== 0) throw new Error(stderr);
  };
  await release(SHELL, join(operators.folder, SHELL));
  const teams = await Promise.all(
    others.map(async (checkout, index): Promise<Team> => {
      const name = TEAM_NAMES[index] ?? '';
      await release(name, join(checkout.folder, 'remotes', name));
      const expected = [shownOf(await readPointer(store, name))];
      return { name, store, checkout, network: null, merged: operators.folder, expected, damage: new Map() };
    }),
  );
  const server = await startServerProcess(options);
  const operator = { store, checkout: operators, server, options };
  for (const team of teams.filter(({ name }) => WITH_TOKENS.includes(name)))
    team.network = await giveToken(operators, team.name, () => operator.server.origin);
  return { store, teams, operator };
}

function count(counts: Counts, { kind, ran }: Done): void {
  const sum = counts.get(kind) ?? { done: 0, refused: 0, killed: 0 };
  counts.set(kind, sum);
  if (ran === null || ran.code === 0) sum.done += 1;
  else if (ran.code === null) sum.killed += 1;
  else sum.refused += 1;
}

/** The operator withdraws a token: its team is refused from then on, and the others go on. */
async function withdrawHalfWay({ teams, operator }: World, counts: Counts): Promise<void> {
  const [first, ...others] = teams.filter(({ network }) => network !== null);
  if (!first?.network) throw new RangeError('There are teams with tokens');
  await withdrawToken(operator.checkout, first.network);
  for (const team of [first, ...others])
    count(counts, { kind: kindOf(team, 'release'), ran: await move(team, 'release', 0) });
}

const kindOf = ({ network }: Team, kind: string) =>
  network === null ? kind : `${network.isWithdrawn ? 'withdrawn token' : 'network'}: ${kind}`;

/** One to three of the six act at the same time, each as its own numbers say; then everything is asked. */
async function takeStep(seed: number, { store, teams, operator }: World, counts: Counts): Promise<number> {
  const random = randomFrom(seed);
  const actors = [...TEAM_NAMES, OPERATOR].map((name) => ({ name, place: random() }));
  actors.sort((one, other) => one.place - other.place);
  const chosen = actors.slice(0, 1 + Math.floor(random() * MOST_AT_ONCE));
  const work = chosen.map(async ({ name, place }) => {
    const own = randomFrom(Math.floor(place * 2 ** 32));
    const team = teams.find((one) => one.name === name);
    const done = await (team ? actAsTeam(own, team) : actAsOperator(own, operator, teams));
    count(counts, { ...done, kind: team ? kindOf(team, done.kind) : done.kind });
  });
  const failed = (await Promise.allSettled(work)).find((one) => one.status === 'rejected');
  if (failed) throw failed.reason;
  const acting = teams.find((team) => chosen.some(({ name }) => name === team.name));
  return checkAll(operator.server.origin, store, teams, acting);
}

/**
 * Lets five teams and an operator act at random on one site, and asks after each step whether every remote is what its own
 * team made live. Throws at the first that is not, with the seed and the step.
 */
export async function runTeams(course: Course): Promise<Told> {
  const { seed, steps, longest = Infinity, tell = () => {} } = course;
  const home = await mkdtemp(join(tmpdir(), 'space-teams-'));
  const counts: Counts = new Map();
  const world = await settle(home, course);
  let checks = 0;
  let step = 0;
  try {
    const start = performance.now();
    const end = start + longest;
    let isWithdrawn = false;
    for (; step < steps && performance.now() < end; step += 1) {
      if (!isWithdrawn && (step >= steps / 2 || performance.now() >= start + longest / 2)) {
        await withdrawHalfWay(world, counts);
        isWithdrawn = true;
      }
      checks += await takeStep(seed * 10_007 + step, world, counts);
      tell(step + 1);
    }
    await world.operator.server.kill('SIGTERM');
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
    return { steps: step, checks, counts };
  } catch (error) {
    await world.operator.server.kill('SIGKILL');
    const reason = error instanceof Error ? error.message : String(error);
    const again = `npm run lab -- teams --seed ${seed} --steps ${step + 1}`;
    throw new Error(`Step ${step + 1}: ${reason}\n${again}\nAll is kept: ${home}`, { cause: error });
  } finally {
    for (const { checkout } of [world.operator, ...world.teams]) checkout.close();
  }
}
