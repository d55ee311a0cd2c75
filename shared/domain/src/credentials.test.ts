import { expect, test } from 'vitest';
import {
  credentialsSchema,
  emailRequestSchema,
  newPasswordSchema,
  retroCredentialsSchema,
  validateSignIn,
} from './credentials.ts';
import { validate } from './validate.ts';

const FILL = 'Please fill in all fields';
const EMAIL = 'Please enter a valid email address';
const EMAIL_LENGTH = 'Email must be less than 255 characters';
const SHORT = 'Password must be at least 8 characters';
const LONG = 'Password must be less than 100 characters';
const UPPER = 'Password must contain at least one uppercase letter';
const LOWER = 'Password must contain at least one lowercase letter';
const NUMBER = 'Password must contain at least one number';
const MISMATCH = 'Passwords do not match';
const RETRO_EMAIL = 'Invalid email address';
const GOOD = 'Passw0rd';
const withPassword = (password: string) => ({ email: 'a@b.co', password });
const EMAIL_255 = `${'a'.repeat(243)}@example.com`;

/** The validation of each page's input. */
const CHECKS = {
  'signing in': validateSignIn,
  'signing up': (typed: unknown) => validate(credentialsSchema, typed),
  'retro mode': (typed: unknown) => validate(retroCredentialsSchema, typed),
  'a new password': (typed: unknown) => validate(newPasswordSchema, typed),
  'asking for a mail': (typed: unknown) => validate(emailRequestSchema, typed),
};
type Page = keyof typeof CHECKS;

test.each<[Page, Record<string, string>]>([
  // They may belong to an account from retro mode, which has no rules about the characters.
  ...['PASSW0RD', 'Password', '--------', 'a'.repeat(100)].map((password): [Page, Record<string, string>] => [
    'signing in',
    withPassword(password),
  ]),
  ['signing up', { email: ' ADA@Example.com\t', password: ' Passw0rd ' }],
  ['signing up', { email: EMAIL_255, password: GOOD.padEnd(100, 'x') }],
  ['signing up', withPassword(`${GOOD}${'😀'.repeat(92)}`)],
  ['signing up', withPassword('Пароль12')],
  ['retro mode', { email: ' ada@example.com ', password: '--------' }],
  ['a new password', { password: ' Passw0rd', confirm: ' Passw0rd' }],
  ['asking for a mail', { email: ' ada@example.com ' }],
])(
  'account-input, retro-passwords: %s accepts %j, with the email trimmed and the password as typed',
  (page, typed) => {
    const value = 'email' in typed ? { ...typed, email: typed['email']?.trim() } : typed;
    expect(CHECKS[page](typed)).toEqual({ ok: true, value });
  },
);

test.each<[Page, typed: unknown, message: string, fields?: string[]]>([
  ['signing in', { email: '', password: '' }, FILL],
  ['signing in', withPassword('aaaaaaa'), `${SHORT}. ${UPPER}. ${NUMBER}`],
  ['signing up', { email: ' ', password: '' }, FILL, ['email', 'password']],
  ['signing up', { email: 'x', password: '' }, FILL, ['password']],
  ['signing up', undefined, FILL],
  ['signing up', { email: 'ada@b', password: GOOD }, EMAIL],
  ['signing up', { email: `a${EMAIL_255}`, password: GOOD }, EMAIL_LENGTH],
  ['signing up', { email: 'a'.repeat(256), password: GOOD }, `${EMAIL}. ${EMAIL_LENGTH}`],
  ['signing up', withPassword('😀😀😀😀'), `${SHORT}. ${UPPER}. ${LOWER}. ${NUMBER}`],
  ['signing up', withPassword(GOOD.padEnd(101, 'x')), LONG],
  ['signing up', withPassword('passw0rd'), UPPER],
  ['signing up', withPassword('PASSW0RD'), LOWER],
  ['signing up', withPassword('Password'), NUMBER],
  ['signing up', { email: 'x', password: '-' }, [EMAIL, SHORT, UPPER, LOWER, NUMBER].join('. ')],
  ['retro mode', {}, `${RETRO_EMAIL}. ${SHORT}`],
  ['retro mode', { email: 'ada', password: '12345678' }, RETRO_EMAIL],
  ['retro mode', withPassword('1234567'), SHORT],
  ['retro mode', withPassword('x'.repeat(101)), LONG],
  ['a new password', { password: GOOD, confirm: '' }, FILL],
  ['a new password', { password: GOOD, confirm: `${GOOD} ` }, MISMATCH, ['confirm']],
  ['a new password', { password: 'abc', confirm: 'x' }, [SHORT, UPPER, NUMBER, MISMATCH].join('. ')],
  ['asking for a mail', { email: '  ' }, FILL],
  ['asking for a mail', { email: 'ada' }, EMAIL, ['email']],
  ['asking for a mail', { email: `a${EMAIL_255}` }, EMAIL_LENGTH],
])(
  'account-input, joined-messages: %s refuses %j with the messages of all broken rules: %s',
  (page, typed, message, fields) => {
    const checked = CHECKS[page](typed);
    expect(checked).toMatchObject({ ok: false, message });
    if (fields) expect(checked.ok ? [] : checked.issues.map(({ path }) => path)).toEqual(fields);
  },
);
