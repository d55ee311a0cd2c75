import { errorMessage, isStoreError, requireCurrentStore } from '@space/store';
import { isRefusedRelease } from '../gate/gate.ts';
import { readCall, type Call, type Outcome, type Usage } from './call.ts';
import { canary, kill, promote, release, revive, rollback, stage } from './moves.ts';
import { releases } from './releases.ts';
import { runAtSite } from './siteClient.ts';

// `npm run release -- retro` and the other release commands (docs/operate-the-site.md). The exit code is 0 on success, and 1
// if the command was refused or failed.

interface Command extends Usage {
  run: (call: Call) => Promise<Outcome>;
}

const AT_SITE = ['site', 'token'] as const;
const MOVE = ['message', ...AT_SITE] as const;
const BUILD = ['from', 'built', 'uploaded', ...MOVE] as const;
const BUILD_USAGE = '[--from <folder>] [--built] [--message <text>]';

/** A row of the table of commands; `usage` follows `npm run store -- <command>`. */
const row = (text: string, args: Usage['args'], options: Usage['options'], run: Command['run']) => ({
  usage: text.startsWith('npm') ? text : `npm run store -- ${text}`,
  args,
  options,
  run,
});

/** The commands with which teams release. All also take `--json`, `--store <folder>` and `--actor <name>`. */
export const COMMANDS: Readonly<Record<string, Command>> = {
  release: row(`npm run release -- <name> ${BUILD_USAGE}`, [1, 1], BUILD, release),
  canary: row(`canary <name> <percent> [--same] ${BUILD_USAGE}`, [2, 2], [...BUILD, 'same'], canary),
  stage: row(`stage <name> ${BUILD_USAGE}`, [1, 1], BUILD, stage),
  promote: row('promote <name> [version] [--message <text>]', [1, 2], MOVE, promote),
  rollback: row('rollback <name> [version] [--message <text>]', [1, 2], [...MOVE, 'canary-only'], rollback),
  kill: row('kill <name> --message <text>', [1, 1], MOVE, kill),
  revive: row('revive <name> [--message <text>]', [1, 1], MOVE, revive),
  releases: row('releases [name]', [0, 1], AT_SITE, releases),
  export: row('export <folder>', [1, 1], [], async (call) =>
    (await import('../export/exportSite.ts')).exportSite(call),
  ),
};

function outcomeOf(error: unknown): Outcome {
  const message = errorMessage(error);
  const refusals = isRefusedRelease(error) ? { ...error.release, refusals: error.refusals } : {};
  const lines = !isStoreError(error) && error instanceof TypeError ? [error.stack ?? ''] : [message];
  return { lines, data: { error: message, ...refusals }, isDone: false };
}

/** Replaces control characters, so that text from a store cannot control the terminal. Line breaks and tabs stay. */
const withoutControls = (text: string) => text.replaceAll(/[^\P{Cc}\n\t]/gu, ' ');

/** Runs a command and prints its outcome, with `--json` as one object and nothing else. Returns whether it succeeded. */
export async function perform(
  [name = '', ...args]: readonly string[],
  environment: NodeJS.ProcessEnv,
  output: Pick<Console, 'log' | 'error'>,
): Promise<boolean> {
  // Determined before the arguments are parsed, so that a syntax error is also printed as JSON.
  const isJson = args.includes('--json');
  const report = ({ lines, data, isDone, isReport }: Outcome) => {
    if (isJson) output.log(JSON.stringify({ command: name, ok: isDone, ...data }));
    else for (const line of lines) output[isDone || isReport ? 'log' : 'error'](withoutControls(line));
  };
  try {
    const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
    if (command === undefined)
      throw new Error(['Commands:', ...Object.values(COMMANDS).map(({ usage }) => `  ${usage}`)].join('\n'));
    const call = readCall(command, args, environment);
    // What `releases` reads of a former store is not changed by it.
    if (call.site === null && name !== 'releases') await requireCurrentStore(call.store);
    const outcome = call.site === null ? await command.run(call) : await runAtSite(name, call, call.site);
    report(outcome);
    return outcome.isDone;
  } catch (error) {
    report(outcomeOf(error));
    return false;
  }
}

if (import.meta.main) process.exitCode = (await perform(process.argv.slice(2), process.env, console)) ? 0 : 1;
