import { describe, expect, test } from 'vitest';
import { emojiSchema, newTaskInputSchema, taskSchema, titleSchema } from './task.ts';
import { validate } from './validate.ts';

const EMPTY = 'Task title cannot be empty';
const TOO_LONG = 'Task title must be less than 200 characters';
const NOT_STORABLE = 'Task title contains a character that cannot be saved';
const INVALID_EMOJI = 'Invalid emoji character';
const LONG_EMOJI = 'Emoji field is too long';

describe('task-input, text-length, blank-text: a title', () => {
  test.each([
    ['text with space around', '  Call mum \n', 'Call mum'],
    ['200 letters', 'a'.repeat(200), 'a'.repeat(200)],
    ['200 emoji, which are 400 units long', '🔥'.repeat(200), '🔥'.repeat(200)],
    ['200 letters once trimmed', ` ${'a'.repeat(200)} `, 'a'.repeat(200)],
    ['an emoji held together by joiners', '👨‍👩‍👧', '👨‍👩‍👧'],
    ['invisible characters inside', 'a\u200Bb\u202Ec', 'a\u200Bb\u202Ec'],
    ['a formula', '=HYPERLINK("x")', '=HYPERLINK("x")'],
  ])('keeps %s', (_, typed, kept) => expect(validate(titleSchema, typed)).toEqual({ ok: true, value: kept }));

  test.each<[string, unknown, string]>([
    ['nothing', '', EMPTY],
    ['spaces', '   ', EMPTY],
    ['a zero-width space', '\u200B', EMPTY],
    ['300 invisible characters', '\u200B'.repeat(300), EMPTY],
    ['NUL alone', '\0', EMPTY],
    ['a missing value', undefined, EMPTY],
    ['null', null, EMPTY],
    ['201 letters', 'a'.repeat(201), TOO_LONG],
    ['201 emoji', '🔥'.repeat(201), TOO_LONG],
    ['NUL inside', 'a\0b', NOT_STORABLE],
    ['half an emoji', 'a\uD83D', NOT_STORABLE],
    ['too many characters that cannot be saved', '\uD83D'.repeat(201), `${TOO_LONG}. ${NOT_STORABLE}`],
  ])('refuses %s', (_, typed, message) => {
    expect(validate(titleSchema, typed)).toMatchObject({ ok: false, message });
  });
});

describe('an emoji', () => {
  test.each([null, '🔥', '⭐'.repeat(10)])('may be %s', (emoji) => {
    expect(validate(emojiSchema, emoji)).toEqual({ ok: true, value: emoji });
  });

  test.each<[unknown, string]>([
    ['', INVALID_EMOJI],
    [undefined, INVALID_EMOJI],
    [1, INVALID_EMOJI],
    ['⭐'.repeat(11), LONG_EMOJI],
    ['a'.repeat(11), `${INVALID_EMOJI}. ${LONG_EMOJI}`],
  ])('may not be %j', (emoji, message) => {
    expect(validate(emojiSchema, emoji)).toMatchObject({ ok: false, message });
  });
});

describe('a task to add', () => {
  test('keeps its three fields, trimmed, and drops others', () => {
    const typed = { title: ' Plan ', emoji: '🎯', task_date: '2026-11-20', completed: true };
    expect(validate(newTaskInputSchema, typed)).toEqual({
      ok: true,
      value: { title: 'Plan', emoji: '🎯', task_date: '2026-11-20' },
    });
  });

  test('has no emoji when none is given', () => {
    expect(validate(newTaskInputSchema, { title: 'Plan', task_date: '2024-02-29' })).toEqual({
      ok: true,
      value: { title: 'Plan', emoji: null, task_date: '2024-02-29' },
    });
  });

  test.each([undefined, null, '', '2026-02-30', '2026-11-20T00:00:00Z', 20261120])(
    'needs a day, not %j',
    (day) => {
      expect(validate(newTaskInputSchema, { title: 'Plan', emoji: null, task_date: day })).toEqual({
        ok: false,
        message: 'Task date is required',
        issues: [{ path: 'task_date', message: 'Task date is required' }],
      });
    },
  );

  test('joined-messages: reports all errors in one message', () => {
    expect(validate(newTaskInputSchema, { title: ' ', emoji: 'x', task_date: '' })).toMatchObject({
      ok: false,
      message: 'Task title cannot be empty. Invalid emoji character. Task date is required',
    });
  });

  test.each([undefined, null, 'Plan'])('cannot be %j', (value) => {
    expect(validate(newTaskInputSchema, value)).toMatchObject({ ok: false, message: EMPTY });
  });
});

describe('task-fields: a row of tasks', () => {
  const row = {
    id: '7a0c',
    title: ' as stored ',
    completed: false,
    starred: true,
    pinned: false,
    emoji: null,
    task_date: '2026-11-20',
    user_id: 'u1',
    created_at: '2026-11-20 09:39:20.26+00',
  };

  test('is accepted unchanged, without unknown columns', () => {
    expect(validate(taskSchema, { ...row, updated_at: 'now' })).toEqual({ ok: true, value: row });
  });

  test('is accepted with an emoji that this version does not know', () => {
    expect(validate(taskSchema, { ...row, emoji: 'x' })).toMatchObject({ ok: true, value: { emoji: 'x' } });
  });

  test.each([
    ['no day', { task_date: undefined }],
    ['a day that does not exist', { task_date: '2026-02-30' }],
    ['a timestamp instead of a day', { task_date: '2026-11-20T00:00:00+00:00' }],
    ['a string instead of a boolean', { starred: 'true' }],
    ['no title', { title: null }],
    ['no id', { id: undefined }],
  ])('is refused with %s', (_, wrong) => {
    expect(validate(taskSchema, { ...row, ...wrong }).ok).toBe(false);
  });
});
