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
const GOOD = 'Passw0rd';

describe('signing in', () => {
  test.each(['aaaaaaaa', 'PASSW0RD', 'Password', '--------', 'a'.repeat(100)])(
    'takes the password %s, which may belong to an account made in retro mode',
    (password) => {
      expect(validateSignIn({ email: ' ada@example.com ', password })).toEqual({
        ok: true,
        value: { email: 'ada@example.com', password },
      });
    },
  );

  test.each([
    ['', '', FILL],
    ['ada@example.com', '', FILL],
    ['ada@example.com', 'Passw0r', SHORT],
    ['ada@example.com', 'aaaaaaa', `${SHORT}. ${UPPER}. ${NUMBER}`],
    ['ada@example.com', 'a'.repeat(101), `${LONG}. ${UPPER}. ${NUMBER}`],
    ['ada', 'aaaaaaaa', `${EMAIL}. ${UPPER}. ${NUMBER}`],
  ])('says all that the rules say of %j and %j', (email, password, message) => {
    expect(validateSignIn({ email, password })).toMatchObject({ ok: false, message });
  });
});

describe('normal sign-in and sign-up', () => {
  test.each<[string, string, string, string]>([
    ['an email with space around', ' ada@example.com\t', GOOD, 'ada@example.com'],
    ['an email in capitals, as typed', 'ADA@Example.com', GOOD, 'ADA@Example.com'],
    ['a password with space around, as typed', 'ada@example.com', ' Passw0rd ', 'ada@example.com'],
    ['an email of 255', `${'a'.repeat(243)}@example.com`, GOOD, `${'a'.repeat(243)}@example.com`],
    ['a password of 100', 'ada@example.com', GOOD.padEnd(100, 'x'), 'ada@example.com'],
    ['100 code points that are 192 units', 'a@b.co', `${GOOD}${'😀'.repeat(92)}`, 'a@b.co'],
    ['letters of another script', 'a@b.co', 'Пароль12', 'a@b.co'],
  ])('takes %s', (_, email, password, keptEmail) => {
    expect(validate(credentialsSchema, { email, password })).toEqual({
      ok: true,
      value: { email: keptEmail, password },
    });
  });

  test.each<[string, unknown, string]>([
    ['nothing typed', { email: '', password: '' }, FILL],
    ['an email of spaces', { email: '  ', password: 'x' }, FILL],
    ['no password, and a wrong email', { email: 'x', password: '' }, FILL],
    ['missing fields', {}, FILL],
    ['fields that are no text', { email: 1, password: null }, FILL],
    ['no form at all', undefined, FILL],
    ['a wrong email', { email: 'ada', password: GOOD }, EMAIL],
    ['an email without a top-level domain', { email: 'ada@b', password: GOOD }, EMAIL],
    ['an email of 256', { email: `${'a'.repeat(244)}@example.com`, password: GOOD }, EMAIL_LENGTH],
    ['a long wrong email', { email: 'a'.repeat(256), password: GOOD }, `${EMAIL}. ${EMAIL_LENGTH}`],
    ['7 characters', { email: 'a@b.co', password: 'Passw0r' }, SHORT],
    [
      '4 emoji, which are 8 units',
      { email: 'a@b.co', password: '😀😀😀😀' },
      `${SHORT}. ${UPPER}. ${LOWER}. ${NUMBER}`,
    ],
    ['101 characters', { email: 'a@b.co', password: GOOD.padEnd(101, 'x') }, LONG],
    ['no uppercase', { email: 'a@b.co', password: 'passw0rd' }, UPPER],
    ['no lowercase', { email: 'a@b.co', password: 'PASSW0RD' }, LOWER],
    ['no number', { email: 'a@b.co', password: 'Password' }, NUMBER],
    ['spaces only', { email: 'a@b.co', password: ' '.repeat(8) }, `${UPPER}. ${LOWER}. ${NUMBER}`],
    ['everything wrong', { email: 'x', password: '-' }, `${EMAIL}. ${SHORT}. ${UPPER}. ${LOWER}. ${NUMBER}`],
  ])('refuses %s', (_, typed, message) => {
    expect(validate(credentialsSchema, typed)).toMatchObject({ ok: false, message });
  });

  test('points at the fields that are empty', () => {
    expect(validate(credentialsSchema, { email: ' ', password: '' })).toMatchObject({
      issues: [{ path: 'email' }, { path: 'password' }],
    });
    expect(validate(credentialsSchema, { email: 'x', password: '' })).toMatchObject({
      issues: [{ path: 'password' }],
    });
  });
});

describe('retro sign-in and sign-up', () => {
  test('asks for no kinds of letters', () => {
    const typed = { email: ' ada@example.com ', password: '--------' };
    expect(validate(retroCredentialsSchema, typed)).toEqual({
      ok: true,
      value: { email: 'ada@example.com', password: '--------' },
    });
  });

  test.each<[string, unknown, string]>([
    ['nothing typed', { email: '', password: '' }, `Invalid email address. ${SHORT}`],
    ['missing fields', {}, `Invalid email address. ${SHORT}`],
    ['no form at all', undefined, 'Invalid email address'],
    ['a wrong email', { email: 'ada', password: '12345678' }, 'Invalid email address'],
    ['7 characters', { email: 'a@b.co', password: '1234567' }, SHORT],
    ['101 characters', { email: 'a@b.co', password: 'x'.repeat(101) }, LONG],
  ])('refuses %s', (_, typed, message) => {
    expect(validate(retroCredentialsSchema, typed)).toMatchObject({ ok: false, message });
  });
});

describe('a new password', () => {
  test('is taken when typed twice, as typed', () => {
    const typed = { password: ' Passw0rd', confirm: ' Passw0rd' };
    expect(validate(newPasswordSchema, typed)).toEqual({ ok: true, value: typed });
  });

  test.each<[string, unknown, string]>([
    ['nothing typed', { password: '', confirm: '' }, FILL],
    ['no second one', { password: GOOD, confirm: '' }, FILL],
    ['missing fields', undefined, FILL],
    ['another second one', { password: GOOD, confirm: 'Passw0rt' }, MISMATCH],
    ['a second one with a space more', { password: GOOD, confirm: `${GOOD} ` }, MISMATCH],
    ['a weak one', { password: 'abc', confirm: 'abc' }, `${SHORT}. ${UPPER}. ${NUMBER}`],
    [
      'a weak one and another',
      { password: 'abc', confirm: 'x' },
      `${SHORT}. ${UPPER}. ${NUMBER}. ${MISMATCH}`,
    ],
  ])('is refused with %s', (_, typed, message) => {
    expect(validate(newPasswordSchema, typed)).toMatchObject({ ok: false, message });
  });

  test('points at the second field when they differ', () => {
    expect(validate(newPasswordSchema, { password: GOOD, confirm: 'x' })).toMatchObject({
      issues: [{ path: 'confirm', message: MISMATCH }],
    });
  });
});

describe('asking for a mail', () => {
  test('takes an email and trims it', () => {
    expect(validate(emailRequestSchema, { email: ' ada@example.com ' })).toEqual({
      ok: true,
      value: { email: 'ada@example.com' },
    });
  });

  test.each<[string, unknown, string]>([
    ['nothing typed', { email: '' }, FILL],
    ['spaces', { email: '  ' }, FILL],
    ['no field at all', {}, FILL],
    ['no email', { email: 'ada' }, EMAIL],
    ['an email of 256', { email: `${'a'.repeat(244)}@example.com` }, EMAIL_LENGTH],
  ])('refuses %s', (_, typed, message) => {
    expect(validate(emailRequestSchema, typed)).toMatchObject({
      ok: false,
      message,
      issues: [{ path: 'email', message }],
    });
  });
});
