import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { validate } from './validate.ts';

const schema = z.object({
  name: z.string('No name').check(z.minLength(3, 'Too short'), z.regex(/^a/, 'No a')),
  tags: z.array(z.object({ label: z.string('No label') })),
});

describe('validate', () => {
  test('gives back the parsed value, without what the schema does not know', () => {
    expect(validate(schema, { name: 'abc', tags: [], more: 1 })).toEqual({
      ok: true,
      value: { name: 'abc', tags: [] },
    });
  });

  test('lists every broken rule in the order of the schema and joins the messages', () => {
    expect(validate(schema, { name: 'x', tags: [{ label: 'ok' }, {}] })).toEqual({
      ok: false,
      message: 'Too short. No a. No label',
      issues: [
        { path: 'name', message: 'Too short' },
        { path: 'name', message: 'No a' },
        { path: 'tags.1.label', message: 'No label' },
      ],
    });
  });

  test('says a sentence once when two fields break the same rule', () => {
    const both = z.object({ a: z.string('Fill in'), b: z.string('Fill in') });
    expect(validate(both, {})).toEqual({
      ok: false,
      message: 'Fill in',
      issues: [
        { path: 'a', message: 'Fill in' },
        { path: 'b', message: 'Fill in' },
      ],
    });
  });

  test('leaves the path empty when the value itself is wrong', () => {
    expect(validate(z.string('No text'), 3)).toEqual({
      ok: false,
      message: 'No text',
      issues: [{ path: '', message: 'No text' }],
    });
  });
});
