import type { Registry } from '@space/federation';
import { runCommand } from '@space/release/testing/commandLine';
import { readLog, readPointer } from '@space/store';
import { registryIn } from '../interleave/reader.ts';
import { answerIn } from './checkout.ts';
import { isSettled, judgeAnswer } from './network.ts';
import { command, commandOf, isSoundOnSite, shownOf, type Shown, type Team } from './team.ts';

async function ask(origin: string, path: string): Promise<string> {
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

/** The page of a remote shows what its team made live, and what it names is there. */
async function pageAnswers(origin: string, team: Team): Promise<void> {
  const registry = registryIn(await ask(origin, `/${team.name}`));
  const shown = shownIn(registry, team.name);
  if (!team.expected.some((one) => isSame(one, shown)))
    throw new Error(
      `/${team.name} shows ${JSON.stringify(shown)}, its team expects ${JSON.stringify(team.expected)}`,
    );
  // Pages do not go back: once the last of them is shown, the others are past.
  const last = team.expected.at(-1);
  if (last && isSame(last, shown)) team.expected = [last];
  const { live, canary } = registry.remotes[team.name] ?? {};
  for (const release of [live, canary?.release]) if (release) await ask(origin, release.entry);
}

async function answerOf(...words: string[]): Promise<Record<string, unknown>> {
  const { stdout, stderr } = await runCommand(...words, '--json');
  const said = stdout + stderr;
  const answer = answerIn(said);
  if (answer === null || typeof answer['error'] === 'string')
    throw new Error(`${words.join(' ')} does not work: ${said}`);
  return answer;
}

/** What is told of a remote is what its team knows, or that it is damaged. */
function toldRightly(team: Team, answer: Record<string, unknown>): void {
  // As `FolderInfo` has it.
  const { live, ok } = answer as { live: { version: string } | null; ok: boolean };
  const versions = team.expected.map((one) => one.live);
  const isRight =
    team.damage.has('record') || team.damage.has('pointer') || versions.includes(live?.version ?? null);
  if (!isRight || (team.damage.size === 0 && !ok))
    throw new Error(`releases ${team.name} says ${JSON.stringify(answer)}, expected ${versions.join()}`);
}

/** Adds what became meanwhile of what a team sent, as the log names it. Throws when another has changed its remote. */
async function followUp(team: Team): Promise<void> {
  const { name, store } = team;
  const { lines } = await readLog(store, name);
  const who = lines.at(-1)?.who ?? '';
  if (!new RegExp(`^(team ${name}\\b|the operator$)`).test(who))
    throw new Error(`${name} was changed by ${who}`);
  team.expected = [...team.expected, shownOf(await readPointer(store, name))];
}

async function checkTeam(origin: string, team: Team): Promise<void> {
  if (isSoundOnSite(team)) await pageAnswers(origin, team);
  toldRightly(team, await answerOf('releases', team.name, '--store', team.store));
  const { ok } = await answerOf('log', team.name, '--store', team.store);
  if (ok !== true) throw new Error(`The log of ${team.name} is broken`);
}

/** What a team is told over the network: of its own remote, and nothing once its token is withdrawn. */
async function askOverNetwork(team: Team): Promise<void> {
  const ran = await commandOf(team, ['releases', team.name]);
  if (team.network?.isWithdrawn === true) judgeAnswer(team, 'releases', ran);
  else toldRightly(team, ran.answer ?? {});
}

/**
 * Asks the site and the commands about every remote: pages over HTTP, `releases` and `log` here, and once more from the
 * clone of a team that acted and has damaged something, or over the network. Returns how many things were asked; throws at the first wrong answer.
 */
export async function checkAll(
  origin: string,
  store: string,
  teams: readonly Team[],
  acting: Team | undefined,
): Promise<number> {
  let asked = 0;
  for (const team of teams) {
    if (isSettled(team)) await checkTeam(origin, team);
    else {
      // What was sent may end between two questions: then it is asked once more.
      await followUp(team);
      await checkTeam(origin, team).catch(async () => {
        await followUp(team);
        await checkTeam(origin, team);
      });
    }
    asked += 3;
  }
  if (acting?.network) {
    if (isSettled(acting)) await askOverNetwork(acting);
    return asked + 1;
  }
  const other = teams.find((team) => team !== acting && isSoundOnSite(team));
  if (acting && acting.damage.size > 0 && other) {
    const { answer } = await command(acting.checkout, store, acting.name, ['releases', other.name]);
    toldRightly(other, answer ?? {});
    asked += 1;
  }
  return asked;
}
