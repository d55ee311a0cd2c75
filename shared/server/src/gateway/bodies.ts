import * as z from 'zod';

// On /auth/v1, supabase-js sends fields that the site does not use: they are removed. On /rest/v1 they are refused.

/** The JSON of a request: fields, or a list of rows. */
export type Body = Record<string, unknown> | Record<string, unknown>[];

/** PostgreSQL cannot store NUL, and a lone surrogate is not valid text. */
const text = z.string().refine((value) => !value.includes('\0') && value.isWellFormed(), 'is not text');
const address = text.max(255);
/** No account has a longer one, since bcrypt reads 72 bytes. From 73 bytes on the error is that of `passwordRules.ts`. */
const password = text.max(1024);

export const credentials = z.object({ email: address, password });
export const email = z.object({ email: address });
export const newPassword = z.object({ password });
export const resend = z.object({ email: address, type: z.literal('signup') });

/** One schema for all three grant types: the handler of a grant checks which fields it needs. */
export const token = z.object({
  email: address.optional(),
  password: password.optional(),
  refresh_token: text.max(255).optional(),
  auth_code: text.max(255).optional(),
  code_verifier: text.max(255).optional(),
});

/** A link is redeemed by its token alone, not by an e-mail address and a code. */
export const verify = z.object({
  token_hash: text.max(255),
  type: z.enum(['signup', 'recovery', 'email', 'magiclink', 'invite', 'email_change']),
});

const day = z.string().regex(/^\d{4}-\d\d-\d\d$/);
/** Far longer than the column allows, so that a title that is too long gets the database's own message. */
const title = text.max(2000);
const emoji = text.max(200).nullable();

export const newTask = z.strictObject({
  id: z.guid().optional(),
  title,
  task_date: day,
  emoji: emoji.optional(),
  user_id: z.guid().optional(),
  completed: z.boolean().optional(),
  starred: z.boolean().optional(),
  pinned: z.boolean().optional(),
});

/** A list of tasks: every field in every row, because a row that lacks one would get null in its place. */
export const newTasks = z.union([newTask, z.array(newTask.required()).min(1).max(100)]);

export const taskChange = z
  .strictObject({
    title,
    task_date: day,
    emoji,
    completed: z.boolean(),
    starred: z.boolean(),
    pinned: z.boolean(),
  })
  .partial();

export const profileChange = z.strictObject({ display_name: text.max(1000) });
/** Longer than a page lets users type; the database reads only 200 characters. */
export const searchTasks = z.strictObject({ search: text.max(400) });
export const restoreTask = z.strictObject({ task_id: z.guid() });
export const nothing = z.strictObject({});
