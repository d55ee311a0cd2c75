import { execFile } from 'node:child_process';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { nameSchema } from '@space/store';
import { repositoryRoot } from '../paths.ts';

const LONGEST_REASON = 300;

/** What the operator's page asks for: a command of `npm run store`, and what it is about. */
export const moveSchema = z.strictObject({
  move: z.enum(['rollback', 'promote', 'abort', 'kill', 'revive']),
  name: nameSchema,
  reason: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(LONGEST_REASON))),
});
export type MoveRequest = z.infer<typeof moveSchema>;

/** The words of a command. Those behind `--` are no options, whatever a person typed. */
function wordsOf({ move, name, reason }: MoveRequest): string[] {
  const said = move === 'kill' || reason === undefined ? [] : [`--message=${reason}`];
  return [
    move,
    "--actor=the operator's page",
    ...said,
    '--',
    name,
    ...(move === 'kill' ? [reason ?? ''] : []),
  ];
}

const MAIN = join(repositoryRoot, 'shared/release/src/cli/main.ts');

/**
 * Runs the command in a process of its own, exactly as the operator would on a terminal: the gate judges there, and what it
 * takes holds up no visitor. Takes the store and the move; returns whether it was done, and the lines it printed.
 */
export function runStoreCommand(
  store: string,
  move: MoveRequest,
): Promise<{ isDone: boolean; lines: string[] }> {
  const words = ['--disable-warning=ExperimentalWarning', MAIN, ...wordsOf(move)];
  const env = { ...process.env, STORE_DIR: store };
  return new Promise((resolve) => {
    execFile(process.execPath, words, { env }, (error, stdout, stderr) => {
      const text = error === null ? stdout : stderr || stdout || error.message;
      resolve({ isDone: error === null, lines: text.trim().split('\n') });
    });
  });
}
