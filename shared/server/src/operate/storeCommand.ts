import * as z from 'zod/mini';
import { LONGEST_MESSAGE, nameSchema } from '@space/store';
import { runCli } from './runCli.ts';

/** What the operator's page asks for: a command of `npm run store`, and what it is about. */
export const moveSchema = z.strictObject({
  move: z.enum(['rollback', 'promote', 'abort', 'kill', 'revive']),
  name: nameSchema,
  reason: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(LONGEST_MESSAGE))),
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

/** Runs the command. Takes the store and the move; returns whether it was done, and the lines it printed. */
export async function runStoreCommand(
  store: string,
  move: MoveRequest,
): Promise<{ isDone: boolean; lines: string[] }> {
  const { isDone, output, complaint } = await runCli(store, wordsOf(move));
  const text = isDone ? output : complaint || output;
  return { isDone, lines: text.trim().split('\n') };
}
