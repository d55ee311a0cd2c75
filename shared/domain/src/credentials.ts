import * as z from 'zod/mini';
import { auth, password as messages, retro } from './messages.ts';
import { validate, type Validation } from './validate.ts';

const typedText = z.string({ error: auth.fillAllFields }).check(z.minLength(1, auth.fillAllFields));
const typedEmail = z
  .string({ error: auth.fillAllFields })
  .check(z.trim(), z.minLength(1, auth.fillAllFields));

// Passwords are kept as typed (rule sign-in-secrets). Letters and digits of any script count: the sentence says 'letter',
// not 'a to z'.
const strongPassword = z
  .string()
  .check(
    z.minLength(8, messages.tooShort),
    z.maxLength(100, messages.tooLong),
    z.regex(/\p{Lu}/u, messages.needsUppercase),
    z.regex(/\p{Ll}/u, messages.needsLowercase),
    z.regex(/\p{Nd}/u, messages.needsNumber),
  );

const typedCredentials = z.object({ email: typedEmail, password: typedText }, { error: auth.fillAllFields });

/**
 * What is typed to sign in or up: an empty field is told alone, otherwise every broken rule, in order. The
 * email is trimmed, lengths are in code points (rule account-input).
 */
export const credentialsSchema = z.pipe(
  typedCredentials,
  z.object({
    email: z.email({ error: auth.emailInvalid }).check(z.maxLength(255, auth.emailTooLong)),
    password: strongPassword,
  }),
);

// What a password is made of; its length is another matter.
const COMPOSITION = new Set<string>([messages.needsUppercase, messages.needsLowercase, messages.needsNumber]);

/**
 * Takes what is typed to sign in; returns it checked as `credentialsSchema` does, but for a password that lacks only what
 * the rules of composition ask: it may belong to an account made in retro mode, which has none (rule retro-passwords).
 */
export function validateSignIn(typed: unknown): Validation<Credentials> {
  const checked = validate(credentialsSchema, typed);
  const isSent = checked.ok || checked.issues.every(({ message }) => COMPOSITION.has(message));
  return isSent ? validate(typedCredentials, typed) : checked;
}

/** What is typed to be sent a mail: the email alone, under the same rules (rule account-input). */
export const emailRequestSchema = z.pipe(
  z.object({ email: typedEmail }, { error: auth.fillAllFields }),
  z.object({ email: z.email({ error: auth.emailInvalid }).check(z.maxLength(255, auth.emailTooLong)) }),
);

/** An email and a password. */
export type Credentials = z.infer<typeof credentialsSchema>;

/** What is typed on the retro side: a valid email, trimmed, and 8 to 100 code points of password (rule account-input). */
export const retroCredentialsSchema = z.object(
  {
    email: z.string({ error: retro.emailInvalid }).check(z.trim(), z.email({ error: retro.emailInvalid })),
    password: z
      .string({ error: messages.tooShort })
      .check(z.minLength(8, messages.tooShort), z.maxLength(100, messages.tooLong)),
  },
  { error: retro.emailInvalid },
);

/**
 * What is typed to change a password: both fields filled, the rules of normal auth, and the same text twice.
 * Rules account-input and password-change.
 */
export const newPasswordSchema = z.pipe(
  z.object({ password: typedText, confirm: typedText }, { error: auth.fillAllFields }),
  z
    .object({ password: strongPassword, confirm: z.string() })
    .check(
      z.refine((typed) => typed.password === typed.confirm, { error: messages.mismatch, path: ['confirm'] }),
    ),
);

/** A new password, typed twice. */
export type NewPassword = z.infer<typeof newPasswordSchema>;
