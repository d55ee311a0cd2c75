import * as z from 'zod';

/** On /auth/v1 supabase-js sends more than the site uses, which is left out; on /rest/v1 it is refused. */

/** PostgreSQL stores no NUL; a lone surrogate is no text. */
const text = z.string().refine((value) => !value.includes('\0') && value.isWellFormed(), 'is not text');
const address = text.max(255);
/** Longer ones have no account: bcrypt reads 72 bytes, and the answer to 73 is the library's sentence. */
const password = text.max(1024);

export const credentials = z.object({ email: address, password });
export const email = z.object({ email: address });
export const newPassword = z.object({ password });
export const resend = z.object({ email: address, type: z.literal('signup') });

/** Of the three grants: which fields are needed is the grant's to say. */
export const token = z.object({
  email: address.optional(),
  password: password.optional(),
  refresh_token: text.max(255).optional(),
  auth_code: text.max(255).optional(),
  code_verifier: text.max(255).optional(),
});

/** A link's own token is all that redeems one. */
export const verify = z.object({
  token_hash: text.max(255),
  type: z.enum(['signup', 'recovery', 'email', 'magiclink', 'invite', 'email_change']),
});

const day = z.string().regex(/^\d{4}-\d\d-\d\d$/);
/** Far above what the columns hold, so that the database answers with its own message about lengths. */
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
/** Above what the page lets a person type; the database reads 200 characters. */
export const searchTasks = z.strictObject({ search: text.max(400) });
export const restoreTask = z.strictObject({ task_id: z.guid() });
export const nothing = z.strictObject({});
