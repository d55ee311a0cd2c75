import { describe, expect, test } from 'vitest';
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

describe('account-input, retro-passwords: accepts input, with the email trimmed and the password as typed', () => {
  test.each<[Page, string, string]>([
    // They may belong to an account from retro mode, which has no rules about the characters.
    ...['aaaaaaaa', 'PASSW0RD', 'Password', '--------', 'a'.repeat(100)].map(
      (password): [Page, string, string] => ['signing in', 'a@b.co', password],
    ),
    ['signing up', ' ada@example.com\t', GOOD],
    ['signing up', 'ADA@Example.com', GOOD],
    ['signing up', 'a@b.co', ' Passw0rd '],
    ['signing up', EMAIL_255, GOOD.padEnd(100, 'x')],
    ['signing up', 'a@b.co', `${GOOD}${'😀'.repeat(92)}`],
    ['signing up', 'a@b.co', 'Пароль12'],
    ['retro mode', ' ada@example.com ', '--------'],
  ])('%s: %j and %j', (page, email, password) => {
    expect(CHECKS[page]({ email, password })).toEqual({ ok: true, value: { email: email.trim(), password } });
  });

  test('a new password, typed twice', () => {
    const typed = { password: ' Passw0rd', confirm: ' Passw0rd' };
    expect(CHECKS['a new password'](typed)).toEqual({ ok: true, value: typed });
  });

  test('an email alone, to request a mail', () => {
    const value = { email: 'ada@example.com' };
    expect(CHECKS['asking for a mail']({ email: ' ada@example.com ' })).toEqual({ ok: true, value });
  });
});

describe('account-input, joined-messages: refuses input with the messages of all broken rules', () => {
  test.each<[Page, what: string, typed: unknown, message: string]>([
    ['signing in', 'nothing typed', { email: '', password: '' }, FILL],
    ['signing in', '7 characters', withPassword('aaaaaaa'), `${SHORT}. ${UPPER}. ${NUMBER}`],
    ['signing in', '101 characters', withPassword('a'.repeat(101)), `${LONG}. ${UPPER}. ${NUMBER}`],
    ['signing in', 'a wrong email', { email: 'ada', password: 'aaaaaaaa' }, `${EMAIL}. ${UPPER}. ${NUMBER}`],
    ['signing up', 'an email of spaces', { email: '  ', password: 'x' }, FILL],
    ['signing up', 'no password, and a wrong email', { email: 'x', password: '' }, FILL],
    ['signing up', 'missing fields', {}, FILL],
    ['signing up', 'fields that are not strings', { email: 1, password: null }, FILL],
    ['signing up', 'no form at all', undefined, FILL],
    ['signing up', 'no top-level domain', { email: 'ada@b', password: GOOD }, EMAIL],
    ['signing up', 'an email of 256', { email: `a${EMAIL_255}`, password: GOOD }, EMAIL_LENGTH],
    ['signing up', '256 letters', { email: 'a'.repeat(256), password: GOOD }, `${EMAIL}. ${EMAIL_LENGTH}`],
    ['signing up', '7 characters', withPassword('Passw0r'), SHORT],
    ['signing up', '4 emoji, 8 units', withPassword('😀😀😀😀'), `${SHORT}. ${UPPER}. ${LOWER}. ${NUMBER}`],
    ['signing up', '101 characters', withPassword(GOOD.padEnd(101, 'x')), LONG],
    ['signing up', 'no uppercase', withPassword('passw0rd'), UPPER],
    ['signing up', 'no lowercase', withPassword('PASSW0RD'), LOWER],
    ['signing up', 'no number', withPassword('Password'), NUMBER],
    [
      'signing up',
      'all wrong',
      { email: 'x', password: '-' },
      [EMAIL, SHORT, UPPER, LOWER, NUMBER].join('. '),
    ],
    ['retro mode', 'missing fields', {}, `${RETRO_EMAIL}. ${SHORT}`],
    ['retro mode', 'no form at all', undefined, RETRO_EMAIL],
    ['retro mode', 'a wrong email', { email: 'ada', password: '12345678' }, RETRO_EMAIL],
    ['retro mode', '7 characters', withPassword('1234567'), SHORT],
    ['retro mode', '101 characters', withPassword('x'.repeat(101)), LONG],
    ['a new password', 'no second one', { password: GOOD, confirm: '' }, FILL],
    ['a new password', 'no form at all', undefined, FILL],
    ['a new password', 'a second one with an extra space', { password: GOOD, confirm: `${GOOD} ` }, MISMATCH],
    [
      'a new password',
      'a weak one and a different second one',
      { password: 'abc', confirm: 'x' },
      [SHORT, UPPER, NUMBER, MISMATCH].join('. '),
    ],
    ['asking for a mail', 'spaces', { email: '  ' }, FILL],
    ['asking for a mail', 'no field at all', {}, FILL],
    ['asking for a mail', 'no email', { email: 'ada' }, EMAIL],
    ['asking for a mail', 'an email of 256', { email: `a${EMAIL_255}` }, EMAIL_LENGTH],
  ])('%s: %s', (page, _what, typed, message) => {
    expect(CHECKS[page](typed)).toMatchObject({ ok: false, message });
  });

  test.each<[Page, typed: unknown, fields: string[]]>([
    ['signing up', { email: ' ', password: '' }, ['email', 'password']],
    ['signing up', { email: 'x', password: '' }, ['password']],
    ['a new password', { password: GOOD, confirm: 'x' }, ['confirm']],
    ['asking for a mail', { email: 'ada' }, ['email']],
  ])('%s: %j is reported for the fields %j', (page, typed, fields) => {
    const checked = CHECKS[page](typed);
    expect(checked.ok ? [] : checked.issues.map(({ path }) => path)).toEqual(fields);
  });
});
