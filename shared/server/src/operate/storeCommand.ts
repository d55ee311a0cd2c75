import * as z from 'zod/mini';
import { MAX_MESSAGE_LENGTH, nameSchema } from '@space/store';
import { runCli } from './runCli.ts';

/** The body of a move request: a command of `npm run store` and its arguments. */
export const moveSchema = z.strictObject({
  move: z.enum(['rollback', 'promote', 'abort', 'kill', 'revive']),
  name: nameSchema,
  reason: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(MAX_MESSAGE_LENGTH))),
});
export type MoveRequest = z.infer<typeof moveSchema>;

/** The arguments of the command. After `--` nothing is parsed as an option, whatever the operator typed. */
function argumentsOf({ move, name, reason }: MoveRequest): string[] {
  const messageOption = move === 'kill' || reason === undefined ? [] : [`--message=${reason}`];
  return [
    move,
    "--actor=the operator's page",
    ...messageOption,
    '--',
    name,
    ...(move === 'kill' ? [reason ?? ''] : []),
  ];
}

/** Runs a move. Takes the store and the move; returns whether it succeeded, and the printed lines. */
export async function runStoreCommand(
  store: string,
  move: MoveRequest,
): Promise<{ isDone: boolean; lines: string[] }> {
  const { isDone, output, errors } = await runCli(store, argumentsOf(move));
  const text = isDone ? output : errors || output;
  return { isDone, lines: text.trim().split('\n') };
}
