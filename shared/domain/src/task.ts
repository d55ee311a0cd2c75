import * as z from 'zod/mini';
import { isEmojiText } from './emoji.ts';
import { tasks as messages } from './messages.ts';
import { isBlank, isStorable } from './text.ts';
import { isDayKey } from './week.ts';
import type { DayKey } from './today.ts';

const daySchema = z.custom<DayKey>((value) => typeof value === 'string' && isDayKey(value), {
  error: messages.dateRequired,
});

/**
 * A task's title as typed: trimmed, with something to see in it (rule blank-text), at most 200 code points (rule
 * text-length), and without NUL or half surrogate pairs, which no database keeps. Invisible joiners inside are left: emoji
 * need them (rule task-input).
 */
export const titleSchema = z.string({ error: messages.titleEmpty }).check(
  z.trim(),
  z.refine((text) => !isBlank(text), { error: messages.titleEmpty, abort: true }),
  z.maxLength(200, messages.titleTooLong),
  z.refine(isStorable, messages.titleNotStorable),
);

/** A task's emoji: null for none, otherwise emoji only, at most 10 code points (rules task-input, text-length). */
export const emojiSchema = z.nullable(
  z
    .string({ error: messages.emojiInvalid })
    .check(z.refine(isEmojiText, messages.emojiInvalid), z.maxLength(10, messages.emojiTooLong)),
);

/** What is typed to add a task; a missing emoji becomes null (rule task-input). */
export const newTaskInputSchema = z.object(
  { title: titleSchema, emoji: z._default(emojiSchema, null), task_date: daySchema },
  { error: messages.titleEmpty },
);

/** A row of `tasks` as the backend answers it; further columns are dropped. The rules for typed text are not repeated. */
export const taskSchema = z.object({
  id: z.string(),
  title: z.string(),
  completed: z.boolean(),
  starred: z.boolean(),
  pinned: z.boolean(),
  emoji: z.nullable(z.string()),
  task_date: daySchema,
  user_id: z.string(),
  created_at: z.string(),
});

/** A task (rule task-fields); `created_at` is an instant as the backend writes it. */
export type Task = z.infer<typeof taskSchema>;

/** What was typed to add a task, checked. */
export type NewTaskInput = z.infer<typeof newTaskInputSchema>;

/** What is sent to make a task; the client makes the id (rule add-once). It may have its marks already (rule task-lists). */
export type NewTask = NewTaskInput &
  Pick<Task, 'id' | 'user_id'> &
  Partial<Pick<Task, 'completed' | 'starred' | 'pinned'>>;

/** A task that was left undone on a day gone by (rule leftovers). */
export const undoneTaskSchema = z.object({ id: z.string(), task_date: daySchema });

export type UndoneTask = z.infer<typeof undoneTaskSchema>;

/** What may change of a task (rules task-fields, edit-and-undo). */
export type TaskChange = Partial<
  Pick<Task, 'title' | 'completed' | 'starred' | 'pinned' | 'task_date' | 'emoji'>
>;
