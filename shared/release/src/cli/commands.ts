import { isDenied, isStoreError, nameSchema, noteRefusal, versionSchema, sentenceOf } from '@space/store';
import { isRefusedRelease } from '../gate/refusedRelease.ts';
import { runAtSite } from './atSite.ts';
import { readCall, type Call, type Usage } from './call.ts';
import { derive } from './derive.ts';
import { doctor } from './doctor.ts';
import { log } from './log.ts';
import { abort, kill, promote, revive, rollback } from './moves.ts';
import type { Outcome } from './outcome.ts';
import { preview } from './preview.ts';
import { canary, release } from './release.ts';
import { releases } from './releases.ts';
import { withoutControls } from './words.ts';

/** A command: how it is written, and what it does. `tell` is for what goes on before it is over. */
interface Command extends Usage {
  /** It moves a pointer: that it was refused is written into the log. */
  moves?: true;
  run: (call: Call, tell: (outcome: Outcome) => void) => Promise<Outcome>;
}

const site = ['site', 'token'] as const;
const build = ['from', 'built', 'uploaded', 'message', ...site] as const;
const one = { words: [1, 1], options: ['message', ...site], moves: true } as const;

/**
 * The commands with which teams release. Every one takes `--json`, `--store <folder>` and `--actor <name>` as well; all but
 * `derive`, `export` and `migrations` take `--site <address>` in the place of a store.
 */
export const COMMANDS: Readonly<Record<string, Command>> = {
  release: {
    usage: 'npm run release -- <name> [--from <folder>] [--built] [--message <text>]',
    words: [1, 1],
    options: build,
    moves: true,
    run: release,
  },
  canary: {
    usage: 'npm run store -- canary <name> <percent> [--same] [--from <folder>] [--built] [--message <text>]',
    words: [2, 2],
    options: [...build, 'same'],
    moves: true,
    run: canary,
  },
  preview: {
    usage:
      'npm run store -- preview <name> --label <label> [--days <number>] [--end] [--from <folder>] [--built]',
    words: [1, 1],
    options: [...build.filter((option) => option !== 'message'), 'label', 'days', 'end'],
    moves: true,
    run: preview,
  },
  promote: { usage: 'npm run store -- promote <name> [--message <text>]', ...one, run: promote },
  abort: { usage: 'npm run store -- abort <name> [--message <text>]', ...one, run: abort },
  rollback: {
    usage: 'npm run store -- rollback <name> [version] [--message <text>]',
    words: [1, 2],
    options: ['message', ...site],
    moves: true,
    run: rollback,
  },
  kill: {
    usage: 'npm run store -- kill <name> <reason>',
    words: [2, Infinity],
    options: site,
    moves: true,
    run: kill,
  },
  revive: { usage: 'npm run store -- revive <name> [--message <text>]', ...one, run: revive },
  releases: { usage: 'npm run store -- releases [name]', words: [0, 1], options: site, run: releases },
  doctor: {
    usage:
      'npm run store -- doctor [name] [--without <name,…>] [--share <name@version,…>] [--from <folder>] [--built]',
    words: [0, 1],
    options: ['without', 'share', 'from', 'built', ...site],
    run: doctor,
  },
  log: { usage: 'npm run store -- log [name]', words: [0, 1], options: site, run: log },
  migrations: {
    usage: 'npm run store -- migrations <folder>',
    words: [1, 1],
    run: async (call) => (await import('./migrations.ts')).migrations(call),
  },
  export: {
    usage:
      'npm run store -- export <host> <folder>, or: npm run store -- export check <folder> [--at <address>]',
    words: [2, 2],
    options: ['at'],
    run: async (call) => (await import('../export/command.ts')).exportSite(call),
  },
  derive: { usage: 'npm run store -- derive [--watch]', words: [0, 0], options: ['watch'], run: derive },
};

function outcomeOf(error: unknown): Outcome {
  const message = sentenceOf(error);
  const refusals = isRefusedRelease(error) ? { ...error.release, refusals: error.refusals } : {};
  const trace = !isStoreError(error) && error instanceof TypeError ? [error.stack ?? ''] : [message];
  return { lines: trace, data: { error: message, ...refusals }, isDone: false };
}

/** Writes down what was refused, where this account may write. */
async function note(what: string, { store, words: [name = ''], who }: Call, error: unknown): Promise<void> {
  const isRefusal = isRefusedRelease(error) || (isStoreError(error) && !isDenied(error));
  if (!isRefusal || !nameSchema.safeParse(name).success) return;
  const version = isRefusedRelease(error) ? error.release.version : null;
  const to = versionSchema.safeParse(version).data ?? null;
  await noteRefusal(store, name, { who, what, to, reason: error.message }).catch((reason: unknown) => {
    // What was refused is said all the same; who may not write here changes nothing here.
    if (!isStoreError(reason)) throw reason;
  });
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
  const tell = ({ lines, data, isDone, isReport }: Outcome) => {
    if (isJson) output.log(JSON.stringify({ command: name, ok: isDone, ...data }));
    else for (const line of lines) output[isDone || isReport ? 'log' : 'error'](withoutControls(line));
  };
  try {
    const command = COMMANDS[name];
    if (command === undefined)
      throw new Error(['There are:', ...Object.values(COMMANDS).map(({ usage }) => `  ${usage}`)].join('\n'));
    const call = readCall(command, args, environment);
    const work = call.site === null ? command.run(call, tell) : runAtSite(name, call, call.site);
    const outcome = await work.catch(async (error: unknown) => {
      if (command.moves && call.site === null) await note(name, call, error);
      throw error;
    });
    if (!call.watches) tell(outcome);
    return outcome.isDone;
  } catch (error) {
    tell(outcomeOf(error));
    return false;
  }
}
