import * as z from 'zod/mini';
import { isEmojiText } from './emoji.ts';
import { tasks as messages } from './messages.ts';
import { isBlank, isStorable } from './text.ts';
import type { DayKey } from './today.ts';
import { isDayKey } from './week.ts';

const daySchema = z.custom<DayKey>((value) => typeof value === 'string' && isDayKey(value), {
  error: messages.dateRequired,
});

/** A typed title of a task, trimmed. Invisible joiners are allowed, because emoji need them. */
export const titleSchema = z.string({ error: messages.titleEmpty }).check(
  z.trim(),
  z.refine((text) => !isBlank(text), { error: messages.titleEmpty, abort: true }),
  z.maxLength(200, messages.titleTooLong),
  z.refine(isStorable, messages.titleNotStorable),
);

/** A task's emoji: null for none, otherwise emoji only, at most 10 code points. */
export const emojiSchema = z.nullable(
  z
    .string({ error: messages.emojiInvalid })
    .check(z.refine(isEmojiText, messages.emojiInvalid), z.maxLength(10, messages.emojiTooLong)),
);

/** The input to add a task; a missing emoji becomes null. */
export const newTaskInputSchema = z.object(
  { title: titleSchema, emoji: z._default(emojiSchema, null), task_date: daySchema },
  { error: messages.titleEmpty },
);

/** A row of `tasks` in a response of the backend; other columns are dropped. The rules for typed text are not repeated. */
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

/** A task; `created_at` is a timestamp as the backend writes it. */
export type Task = z.infer<typeof taskSchema>;

export type NewTaskInput = z.infer<typeof newTaskInputSchema>;

/** The request to create a task; the client creates the id. Marks are optional. */
export type NewTask = NewTaskInput &
  Pick<Task, 'id' | 'user_id'> &
  Partial<Pick<Task, 'completed' | 'starred' | 'pinned'>>;

/** A task of a past day that is not completed. */
export const undoneTaskSchema = z.object({ id: z.string(), task_date: daySchema });

export type UndoneTask = z.infer<typeof undoneTaskSchema>;

export type TaskChange = Partial<
  Pick<Task, 'title' | 'completed' | 'starred' | 'pinned' | 'task_date' | 'emoji'>
>;

/** The tables with rows of users, and the field of 'Download everything' that has them (docs/data.md, 'A new table'). */
export const EXPORTED_TABLES = { profiles: 'profile', tasks: 'tasks' } as const;
export type ExportedField = (typeof EXPORTED_TABLES)[keyof typeof EXPORTED_TABLES];
