import { expect, test } from 'vitest';
import { displayNameSchema, profileSchema } from './profile.ts';
import { validate } from './validate.ts';

const EMPTY = 'Display name cannot be empty';
const LONG = 'Display name must be less than 100 characters';
const LETTERS = 'Display name can only contain letters, numbers, spaces, hyphens, and underscores';

test.each([
  ['  ada_love-lace 2 ', 'ada_love-lace 2'],
  ['Jose\u0301'],
  ['李雷'],
  ['अनीता'],
  ['𠮷'.repeat(100)],
])('display-name: %j is a name', (typed, kept = typed) =>
  expect(validate(displayNameSchema, typed)).toEqual({ ok: true, value: kept }),
);

test.each<[unknown, string]>([
  ['', EMPTY],
  ['\u200B', EMPTY],
  [undefined, EMPTY],
  ['a'.repeat(101), LONG],
  ['<b>Ada</b>', LETTERS],
  ["O'Brien", LETTERS],
  ['Ada\nLovelace', LETTERS],
  ['!'.repeat(101), `${LONG}. ${LETTERS}`],
])('display-name: %j is no name', (typed, message) => {
  expect(validate(displayNameSchema, typed)).toMatchObject({ ok: false, message });
});

test('a row of profiles may have no name yet, loses unknown columns, and is refused with a wrong field', () => {
  const row = { id: 'u1', display_name: null, created_at: '2026-11-20 09:39:20.26+00' };
  expect(validate(profileSchema, { ...row, avatar: 'x' })).toEqual({ ok: true, value: row });
  for (const wrong of [{ id: undefined }, { display_name: 3 }, { created_at: null }])
    expect(validate(profileSchema, { ...row, ...wrong }).ok).toBe(false);
});
