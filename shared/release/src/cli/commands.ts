import { errorMessage, isStoreError, requireCurrentStore } from '@space/store';
import { isRefusedRelease } from '../gate/gate.ts';
import { runAtSite } from './atSite.ts';
import { readCall, type Call, type Usage } from './call.ts';
import { canary, kill, promote, release, revive, rollback, stage, type Outcome } from './moves.ts';
import { releases } from './releases.ts';
import { withoutControls } from './formatText.ts';

/** A command: its syntax and its implementation. */
interface Command extends Usage {
  run: (call: Call) => Promise<Outcome>;
}

const SITE_OPTIONS = ['site', 'token'] as const;
const BUILD_OPTIONS = ['from', 'built', 'uploaded', 'message', ...SITE_OPTIONS] as const;
const MOVE = { args: [1, 1], options: ['message', ...SITE_OPTIONS] } as const;

/**
 * The commands with which teams release. All of them also take `--json`, `--store <folder>` and `--actor <name>`; all except
 * `export` take `--site <address>` instead of a store.
 */
export const COMMANDS: Readonly<Record<string, Command>> = {
  release: {
    usage: 'npm run release -- <name> [--from <folder>] [--built] [--message <text>]',
    args: [1, 1],
    options: BUILD_OPTIONS,
    run: release,
  },
  canary: {
    usage: 'npm run store -- canary <name> <percent> [--same] [--from <folder>] [--built] [--message <text>]',
    args: [2, 2],
    options: [...BUILD_OPTIONS, 'same'],
    run: canary,
  },
  stage: {
    usage: 'npm run store -- stage <name> [--from <folder>] [--built] [--message <text>]',
    args: [1, 1],
    options: BUILD_OPTIONS,
    run: stage,
  },
  promote: {
    usage: 'npm run store -- promote <name> [version] [--message <text>]',
    ...MOVE,
    args: [1, 2],
    run: promote,
  },
  rollback: {
    usage: 'npm run store -- rollback <name> [version] [--message <text>]',
    args: [1, 2],
    options: ['message', ...SITE_OPTIONS],
    run: rollback,
  },
  kill: {
    usage: 'npm run store -- kill <name> <reason>',
    args: [2, Infinity],
    options: SITE_OPTIONS,
    run: kill,
  },
  revive: { usage: 'npm run store -- revive <name> [--message <text>]', ...MOVE, run: revive },
  releases: { usage: 'npm run store -- releases [name]', args: [0, 1], options: SITE_OPTIONS, run: releases },
  export: {
    usage: 'npm run store -- export <folder>',
    args: [1, 1],
    run: async (call) => (await import('../export/exportSite.ts')).exportSite(call),
  },
};

function outcomeOf(error: unknown): Outcome {
  const message = errorMessage(error);
  const refusals = isRefusedRelease(error) ? { ...error.release, refusals: error.refusals } : {};
  const lines = !isStoreError(error) && error instanceof TypeError ? [error.stack ?? ''] : [message];
  return { lines, data: { error: message, ...refusals }, isDone: false };
}

/**
 * Runs a command and prints its outcome: as text, or with `--json` as one JSON object per line and nothing else. Takes the
 * command line; returns whether the command succeeded.
 */
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
