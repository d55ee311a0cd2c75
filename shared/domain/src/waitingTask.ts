import * as z from 'zod/mini';
import { newTaskInputSchema } from './task.ts';

const waitingTaskSchema = z.object({
  ...newTaskInputSchema.shape,
  id: z.string(),
  /** When it was typed, in milliseconds: waiting tasks are sent in this order. */
  typedAt: z.number(),
  /** What was sent without a response: the server may have stored it already. */
  sent: z.nullable(z.object({ title: z.string(), emoji: z.nullable(z.string()) })),
  /** Why the server refused the task, as a sentence; null if it has not refused it. */
  refusal: z.nullable(z.string()),
});

/** A task that was typed without a network and has not been sent. */
export type WaitingTask = z.infer<typeof waitingTaskSchema>;

/** Takes a stored value; returns the task, or null if the value is not a waiting task. */
export function readWaitingTask(stored: unknown): WaitingTask | null {
  const { success, data } = waitingTaskSchema.safeParse(stored);
  return success ? data : null;
}
