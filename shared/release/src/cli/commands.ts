import { isStoreError } from '@space/store';
import { isRefusedRelease } from '../gate/refusedRelease.ts';
import { readCall } from './call.ts';
import type { Call, Usage } from './call.ts';
import { derive } from './derive.ts';
import { abort, kill, promote, revive, rollback } from './moves.ts';
import type { Outcome } from './outcome.ts';
import { canary, release } from './release.ts';
import { releases } from './releases.ts';

/** A command: how it is written, and what it does. `tell` is for what goes on before it is over. */
interface Command extends Usage {
  run: (call: Call, tell: (outcome: Outcome) => void) => Promise<Outcome>;
}

const build = ['from', 'built', 'message'] as const;

/** The commands with which teams release. Every one takes `--json` and `--store <folder>` as well. */
export const COMMANDS: Readonly<Record<string, Command>> = {
  release: {
    usage: 'npm run release -- <name> [--from <folder>] [--built] [--message <text>]',
    words: [1, 1],
    options: build,
    run: release,
  },
  canary: {
    usage: 'npm run store -- canary <name> <percent> [--from <folder>] [--built] [--message <text>]',
    words: [2, 2],
    options: build,
    run: canary,
  },
  promote: { usage: 'npm run store -- promote <name>', words: [1, 1], run: promote },
  abort: { usage: 'npm run store -- abort <name>', words: [1, 1], run: abort },
  rollback: {
    usage: 'npm run store -- rollback <name> [version] [--message <text>]',
    words: [1, 2],
    options: ['message'],
    run: rollback,
  },
  kill: { usage: 'npm run store -- kill <name> <reason>', words: [2, Infinity], run: kill },
  revive: { usage: 'npm run store -- revive <name>', words: [1, 1], run: revive },
  releases: { usage: 'npm run store -- releases [name]', words: [0, 1], run: releases },
  derive: { usage: 'npm run store -- derive [--watch]', words: [0, 0], options: ['watch'], run: derive },
};

function outcomeOf(error: unknown): Outcome {
  const message = error instanceof Error ? error.message : String(error);
  const refusals = isRefusedRelease(error) ? { ...error.release, refusals: error.refusals } : {};
  const trace = !isStoreError(error) && error instanceof TypeError ? [error.stack ?? ''] : [message];
  return { lines: trace, data: { error: message, ...refusals }, isDone: false };
}

/**
 * Runs a command and prints how it ended: in words, or with `--json` as one object a line and nothing else. Takes what was
 * typed; returns whether it was done, and not refused.
 */
export async function perform(
  [name = '', ...args]: readonly string[],
  environment: NodeJS.ProcessEnv,
  output: Pick<Console, 'log' | 'error'>,
): Promise<boolean> {
  // Known before the words are read: that they make no sense is also said in JSON.
  const isJson = args.includes('--json');
  const tell = ({ lines, data, isDone }: Outcome) => {
    if (isJson) output.log(JSON.stringify({ command: name, ok: isDone, ...data }));
    else for (const line of lines) output[isDone ? 'log' : 'error'](line);
  };
  try {
    const command = COMMANDS[name];
    if (command === undefined)
      throw new Error(['There are:', ...Object.values(COMMANDS).map(({ usage }) => `  ${usage}`)].join('\n'));
    const call = readCall(command, args, environment);
    const outcome = await command.run(call, tell);
    if (!call.watches) tell(outcome);
    return outcome.isDone;
  } catch (error) {
    tell(outcomeOf(error));
    return false;
  }
}
