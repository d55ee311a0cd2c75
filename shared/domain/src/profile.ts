import * as z from 'zod/mini';
import { profile as messages } from './messages.ts';
import { isBlank } from './text.ts';

/** A row of `profiles` in a response of the backend; other columns are dropped. */
export const profileSchema = z.object({
  id: z.string(),
  display_name: z.nullable(z.string()),
  created_at: z.string(),
});

/** A profile; its id is the user's id and `created_at` a timestamp as the backend writes it. */
export type Profile = z.infer<typeof profileSchema>;

/** The row of a query for the name alone. */
export const profileNameSchema = z.pick(profileSchema, { display_name: true });

/** A typed display name, trimmed. */
export const displayNameSchema = z.string({ error: messages.nameEmpty }).check(
  z.trim(),
  z.refine((text) => !isBlank(text), { error: messages.nameEmpty, abort: true }),
  z.maxLength(100, messages.nameTooLong),
  z.regex(/^[\p{L}\p{M}\p{N} _-]+$/u, messages.nameCharacters),
);
