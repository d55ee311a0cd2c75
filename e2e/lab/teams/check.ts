import type { Registry } from '@space/federation';
import { runCommand } from '@space/release/testing/commandLine';
import { readPointer } from '@space/store';
import { registryIn } from '../interleave/reader.ts';
import { answerIn } from './checkout.ts';
import { isSettled, checkResponse } from './network.ts';
import { command, commandOf, isSoundOnSite, shownOf, type Shown, type Team } from './team.ts';

async function fetchText(origin: string, path: string): Promise<string> {
  const response = await fetch(new URL(path, origin), { headers: { accept: 'text/html' } });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${path} answers ${response.status}`);
  return text;
}

const shownIn = (registry: Registry, name: string): Shown => {
  const state = registry.remotes[name];
  return {
    live: state?.live.version ?? null,
    canary: state?.canary?.release.version ?? null,
    disabled: state?.disabled ?? null,
  };
};

const isSame = (one: Shown, other: Shown) => JSON.stringify(one) === JSON.stringify(other);

/** Expects that a remote's page shows what its team made live, and that the entries it names exist. */
async function expectPageShowsTeam(origin: string, team: Team): Promise<void> {
  const registry = registryIn(await fetchText(origin, `/${team.name}`));
  const shown = shownIn(registry, team.name);
  if (!team.expected.some((one) => isSame(one, shown)))
    throw new Error(
      `/${team.name} shows ${JSON.stringify(shown)}, its team expects ${JSON.stringify(team.expected)}`,
    );
  // Pages never go back: once the last expectation is shown, the earlier ones no longer apply.
  const last = team.expected.at(-1);
  if (last && isSame(last, shown)) team.expected = [last];
  const { live, canary } = registry.remotes[team.name] ?? {};
  for (const release of [live, canary?.release]) if (release) await fetchText(origin, release.entry);
}

async function runJson(...args: string[]): Promise<Record<string, unknown>> {
  const { stdout, stderr } = await runCommand(...args, '--json');
  const output = stdout + stderr;
  const answer = answerIn(output);
  if (answer === null || typeof answer['error'] === 'string')
    throw new Error(`${args.join(' ')} does not work: ${output}`);
  return answer;
}

/** Expects the output of `releases` to match what the team made live, or to report its damage. */
function expectCorrectListing(team: Team, answer: Record<string, unknown>): void {
  // Fields of `FolderInfo`.
  const { live, ok } = answer as { live: { version: string } | null; ok: boolean };
  const versions = team.expected.map((one) => one.live);
  const isRight =
    team.damage.has('record') || team.damage.has('pointer') || versions.includes(live?.version ?? null);
  if (!isRight || (team.damage.size === 0 && !ok))
    throw new Error(`releases ${team.name} says ${JSON.stringify(answer)}, expected ${versions.join()}`);
}

/** Adds the current state to a team's expectations, for its pending requests. Throws if another changed its remote. */
async function addCurrentState(team: Team): Promise<void> {
  const { name, store } = team;
  const pointer = await readPointer(store, name);
  const actor = pointer.moves[0]?.who ?? '';
  if (!new RegExp(`^(team ${name}\\b|the operator$)`).test(actor))
    throw new Error(`${name} was changed by ${actor}`);
  team.expected = [...team.expected, shownOf(pointer)];
}

async function checkTeam(origin: string, team: Team): Promise<void> {
  if (isSoundOnSite(team)) await expectPageShowsTeam(origin, team);
  expectCorrectListing(team, await runJson('releases', team.name, '--store', team.store));
}

/** Expects a team's `releases` over the network to be correct, or to be refused once its token is withdrawn. */
async function checkOverNetwork(team: Team): Promise<void> {
  const result = await commandOf(team, ['releases', team.name]);
  if (team.network?.isWithdrawn === true) checkResponse(team, 'releases', result);
  else expectCorrectListing(team, result.answer ?? {});
}

/**
 * Checks every remote: its page over HTTP, and `releases` in this process; for a team that acted, also over the
 * network, or from its clone if it damaged something. Returns the number of checks; throws at the first that fails.
 */
export async function checkAll(
  origin: string,
  store: string,
  teams: readonly Team[],
  acting: Team | undefined,
): Promise<number> {
  let checks = 0;
  for (const team of teams) {
    if (isSettled(team)) await checkTeam(origin, team);
    else {
      // A pending request may complete between two checks: then check once more.
      await addCurrentState(team);
      await checkTeam(origin, team).catch(async () => {
        await addCurrentState(team);
        await checkTeam(origin, team);
      });
    }
    checks += 3;
  }
  if (acting?.network) {
    if (isSettled(acting)) await checkOverNetwork(acting);
    return checks + 1;
  }
  const other = teams.find((team) => team !== acting && isSoundOnSite(team));
  if (acting && acting.damage.size > 0 && other) {
    const { answer } = await command(acting.checkout, store, acting.name, ['releases', other.name]);
    expectCorrectListing(other, answer ?? {});
    checks += 1;
  }
  return checks;
}
