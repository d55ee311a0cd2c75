import * as z from 'zod/mini';
import { newTaskInputSchema } from './task.ts';

const waitingTaskSchema = z.object({
  ...newTaskInputSchema.shape,
  id: z.string(),
  /** When it was typed, in milliseconds: the order in which waiting tasks are sent. */
  typedAt: z.number(),
  /** What was sent of it without an answer: the server may have that already. */
  sent: z.nullable(z.object({ title: z.string(), emoji: z.nullable(z.string()) })),
  /** Why the server does not take it, as a sentence; null while it has not said so. */
  refusal: z.nullable(z.string()),
});

/** A task that was typed without a network and has not been sent (rule waiting-tasks). */
export type WaitingTask = z.infer<typeof waitingTaskSchema>;

/** Takes what a browser has kept; returns the task, or null where it is none. */
export function readWaitingTask(kept: unknown): WaitingTask | null {
  const { success, data } = waitingTaskSchema.safeParse(kept);
  return success ? data : null;
}
