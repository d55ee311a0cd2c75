import * as z from 'zod/mini';
import { auth, password as messages, retro } from './messages.ts';
import { validate, type Validation } from './validate.ts';

const typedText = z.string({ error: auth.fillAllFields }).check(z.minLength(1, auth.fillAllFields));
const typedEmail = z
  .string({ error: auth.fillAllFields })
  .check(z.trim(), z.minLength(1, auth.fillAllFields));

// Not trimmed. Letters and digits of any script count.
const strongPassword = z
  .string()
  .check(
    z.minLength(8, messages.tooShort),
    z.maxLength(100, messages.tooLong),
    z.regex(/\p{Lu}/u, messages.needsUppercase),
    z.regex(/\p{Ll}/u, messages.needsLowercase),
    z.regex(/\p{Nd}/u, messages.needsNumber),
  );

const email = z.email({ error: auth.emailInvalid }).check(z.maxLength(255, auth.emailTooLong));
const typedCredentials = z.object({ email: typedEmail, password: typedText }, { error: auth.fillAllFields });

/**
 * The credentials typed to sign in or up. If a field is empty, that is the only issue; otherwise every broken rule, in
 * order. The email is trimmed, lengths are in code points.
 */
export const credentialsSchema = z.pipe(typedCredentials, z.object({ email, password: strongPassword }));

// The rules for the characters of a password, without its length.
const COMPOSITION = new Set<string>([messages.needsUppercase, messages.needsLowercase, messages.needsNumber]);

/** Validates the credentials typed to sign in. A password may break rules about its characters: retro mode has none. */
export function validateSignIn(typed: unknown): Validation<Credentials> {
  const checked = validate(credentialsSchema, typed);
  const isAccepted = checked.ok || checked.issues.every(({ message }) => COMPOSITION.has(message));
  return isAccepted ? validate(typedCredentials, typed) : checked;
}

/** The input of a form that requests a mail: only the email, under the same rules. */
export const emailRequestSchema = z.pipe(
  z.object({ email: typedEmail }, { error: auth.fillAllFields }),
  z.object({ email }),
);

export type Credentials = z.infer<typeof credentialsSchema>;

/** Credentials typed in retro mode: a valid email, trimmed, and a password of 8 to 100 code points. */
export const retroCredentialsSchema = z.object(
  {
    email: z.string({ error: retro.emailInvalid }).check(z.trim(), z.email({ error: retro.emailInvalid })),
    password: z
      .string({ error: messages.tooShort })
      .check(z.minLength(8, messages.tooShort), z.maxLength(100, messages.tooLong)),
  },
  { error: retro.emailInvalid },
);

/** The input to change a password: both fields filled, the same rules as for signing up, and the same text twice. */
export const newPasswordSchema = z.pipe(
  z.object({ password: typedText, confirm: typedText }, { error: auth.fillAllFields }),
  z
    .object({ password: strongPassword, confirm: z.string() })
    .check(
      z.refine((typed) => typed.password === typed.confirm, { error: messages.mismatch, path: ['confirm'] }),
    ),
);
