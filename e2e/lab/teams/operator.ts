import { readPointer } from '@space/store';
import { startServerProcess, type ServerProcess, type ServerProcessOptions } from '@space/server/testing';
import { oneOf } from '../interleave/random.ts';
import { TEAM_NAMES, type Checkout } from './checkout.ts';
import { command, isSoundOnSite, type Done, type Team } from './team.ts';

/** What is done how often, of 11. `start`: what `npm start` does, its first releases and the server. */
const KINDS = [
  ...['restart', 'restart', 'restart after SIGKILL', 'restart after SIGKILL', 'start', 'start'],
  ...['derive', 'derive', 'derive', 'kill', 'revive'],
] as const;
const FIRST_RELEASE = 'shared/release/src/firstRelease.ts';

export interface Operator {
  store: string;
  checkout: Checkout;
  server: ServerProcess;
  options: ServerProcessOptions;
}

async function restart(operator: Operator, signal: NodeJS.Signals, isWhole: boolean): Promise<void> {
  await operator.server.kill(signal);
  if (isWhole) {
    const ran = await operator.checkout.run(FIRST_RELEASE, []);
    if (ran.code !== 0) throw new Error(`npm start was held up: ${ran.said}`);
    if (/building|Released/.test(ran.said)) throw new Error(`npm start released something: ${ran.said}`);
  }
  operator.server = await startServerProcess(operator.options);
}

/** One act of the operator, drawn at random. */
export async function actAsOperator(
  random: () => number,
  operator: Operator,
  teams: readonly Team[],
): Promise<Done> {
  const kind = oneOf(random, KINDS);
  const name = oneOf(random, TEAM_NAMES);
  const run = (...words: string[]) => command(operator.checkout, operator.store, 'the operator', words);
  if (kind === 'derive') {
    const ran = await run(kind);
    if (ran.code !== 0) throw new Error(`derive failed: ${ran.said}`);
    return { kind: 'operator: derive', ran };
  }
  if (kind === 'kill' || kind === 'revive') {
    const ran = await run(kind, name, ...(kind === 'kill' ? ['the operator looks into it'] : []));
    const team = teams.find((one) => one.name === name);
    if (team && ran.code === 0 && isSoundOnSite(team)) await expectDisabled(operator.store, team);
    return { kind: `operator: ${kind}`, ran };
  }
  await restart(operator, kind === 'restart after SIGKILL' ? 'SIGKILL' : 'SIGTERM', kind === 'start');
  return { kind: `operator: ${kind}`, ran: null };
}

/** The operator's switch is none of the team's doing: the versions stay what they were. */
async function expectDisabled(store: string, team: Team): Promise<void> {
  const { disabled } = await readPointer(store, team.name);
  const reason = disabled?.reason ?? null;
  team.expected = team.expected.map((shown) => ({ ...shown, disabled: reason }));
}
