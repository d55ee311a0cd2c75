import { readPointer } from '@space/store';
import { type ServerProcess, type ServerProcessOptions, startServerProcess } from '@space/server/testing';
import { oneOf } from '../interleave/random.ts';
import { TEAM_NAMES, type Checkout } from './checkout.ts';
import { command, isSoundOnSite, type Action, type Team } from './team.ts';

/** The operator's actions, repeated by their frequency. `start`: what `npm start` does, first releases and server. */
const KINDS = [
  ...['restart', 'restart', 'restart after SIGKILL', 'restart after SIGKILL', 'start', 'start'],
  ...['derive', 'derive', 'derive', 'kill', 'revive'],
] as const;
const START = 'shared/release/src/start.ts';

export interface Operator {
  store: string;
  checkout: Checkout;
  server: ServerProcess;
  options: ServerProcessOptions;
}

async function restart(operator: Operator, signal: NodeJS.Signals, runsFirstRelease: boolean): Promise<void> {
  await operator.server.kill(signal);
  if (runsFirstRelease) {
    const { code, output } = await operator.checkout.run(START, ['--release-only']);
    if (code !== 0) throw new Error(`npm start was held up: ${output}`);
    if (/building|Released/.test(output)) throw new Error(`npm start released something: ${output}`);
  }
  operator.server = await startServerProcess(operator.options);
}

/** Performs a random action of the operator. */
export async function actAsOperator(
  random: () => number,
  operator: Operator,
  teams: readonly Team[],
): Promise<Action> {
  const kind = oneOf(random, KINDS);
  const name = oneOf(random, TEAM_NAMES);
  const run = (...args: string[]) => command(operator.checkout, operator.store, 'the operator', args);
  if (kind === 'derive') {
    const result = await run(kind);
    if (result.code !== 0) throw new Error(`derive failed: ${result.output}`);
    return { kind: 'operator: derive', result };
  }
  if (kind === 'kill' || kind === 'revive') {
    const result = await run(kind, name, ...(kind === 'kill' ? ['the operator looks into it'] : []));
    const team = teams.find((one) => one.name === name);
    if (team && result.code === 0 && isSoundOnSite(team)) await expectDisabled(operator.store, team);
    return { kind: `operator: ${kind}`, result };
  }
  await restart(operator, kind === 'restart after SIGKILL' ? 'SIGKILL' : 'SIGTERM', kind === 'start');
  return { kind: `operator: ${kind}`, result: null };
}

/** Updates a team's expectations after the operator's kill or revive, which does not change the versions. */
async function expectDisabled(store: string, team: Team): Promise<void> {
  const { disabled } = await readPointer(store, team.name);
  const reason = disabled?.reason ?? null;
  team.expected = team.expected.map((shown) => ({ ...shown, disabled: reason }));
}
