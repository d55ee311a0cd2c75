import { describe, expect, test } from 'vitest';
import { displayNameSchema, profileSchema } from './profile.ts';
import { validate } from './validate.ts';

const EMPTY = 'Display name cannot be empty';
const LONG = 'Display name must be less than 100 characters';
const LETTERS = 'Display name can only contain letters, numbers, spaces, hyphens, and underscores';

describe('a display name', () => {
  test.each([
    ['  Ada Lovelace ', 'Ada Lovelace'],
    ['ada_love-lace 2', 'ada_love-lace 2'],
    ['José', 'José'],
    ['Jose\u0301', 'Jose\u0301'],
    ['李雷', '李雷'],
    ['अनीता', 'अनीता'],
    ['a'.repeat(100), 'a'.repeat(100)],
    ['𠮷'.repeat(100), '𠮷'.repeat(100)],
  ])('may be %j', (typed, kept) => {
    expect(validate(displayNameSchema, typed)).toEqual({ ok: true, value: kept });
  });

  test.each<[unknown, string]>([
    ['', EMPTY],
    ['   ', EMPTY],
    ['\u200B', EMPTY],
    [undefined, EMPTY],
    [null, EMPTY],
    ['a'.repeat(101), LONG],
    ['<b>Ada</b>', LETTERS],
    ["O'Brien", LETTERS],
    ['Ada 🔥', LETTERS],
    ['Ada\nLovelace', LETTERS],
    ['Ada\0', LETTERS],
    ['!'.repeat(101), `${LONG}. ${LETTERS}`],
  ])('may not be %j', (typed, message) => {
    expect(validate(displayNameSchema, typed)).toMatchObject({ ok: false, message });
  });
});

describe('a row of profiles', () => {
  const row = { id: 'u1', display_name: null, created_at: '2026-11-20 09:39:20.26+00' };

  test('may have no name yet, and loses unknown columns', () => {
    expect(validate(profileSchema, { ...row, avatar: 'x' })).toEqual({ ok: true, value: row });
  });

  test.each([{ id: undefined }, { display_name: 3 }, { created_at: null }])('is refused with %o', (wrong) => {
    expect(validate(profileSchema, { ...row, ...wrong }).ok).toBe(false);
  });
});
