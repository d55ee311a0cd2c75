import { describe, expect, test } from 'vitest';
import { emojiSchema, newTaskInputSchema, taskSchema, titleSchema } from './task.ts';
import { validate } from './validate.ts';

const EMPTY = 'Task title cannot be empty';
const TOO_LONG = 'Task title must be less than 200 characters';
const NOT_STORABLE = 'Task title contains a character that cannot be saved';
const INVALID_EMOJI = 'Invalid emoji character';
const LONG_EMOJI = 'Emoji field is too long';
const NO_DAY = 'Task date is required';

describe('task-input, text-length, blank-text: a title', () => {
  test.each([
    ['  Call mum \n', 'Call mum'],
    ['🔥'.repeat(200)],
    [` ${'a'.repeat(200)} `, 'a'.repeat(200)],
    ['👨‍👩‍👧'],
    ['a\u200Bb\u202Ec'],
  ])('may be %j', (typed, kept = typed) =>
    expect(validate(titleSchema, typed)).toEqual({ ok: true, value: kept }),
  );

  test.each<[unknown, string]>([
    ['', EMPTY],
    ['\u200B'.repeat(300), EMPTY],
    ['\0', EMPTY],
    [undefined, EMPTY],
    ['a'.repeat(201), TOO_LONG],
    ['🔥'.repeat(201), TOO_LONG],
    ['a\0b', NOT_STORABLE],
    ['a\uD83D', NOT_STORABLE],
    ['\uD83D'.repeat(201), `${TOO_LONG}. ${NOT_STORABLE}`],
  ])('may not be %j', (typed, message) => {
    expect(validate(titleSchema, typed)).toMatchObject({ ok: false, message });
  });
});

test.each([null, '🔥', '⭐'.repeat(10)])('task-input: an emoji may be %s', (emoji) => {
  expect(validate(emojiSchema, emoji)).toEqual({ ok: true, value: emoji });
});

test.each<[unknown, string]>([
  ['', INVALID_EMOJI],
  ['⭐'.repeat(11), LONG_EMOJI],
  ['a'.repeat(11), `${INVALID_EMOJI}. ${LONG_EMOJI}`],
])('task-input: an emoji may not be %j', (emoji, message) => {
  expect(validate(emojiSchema, emoji)).toMatchObject({ ok: false, message });
});

describe('a task to add', () => {
  test.each([
    [{ emoji: '🎯', completed: true }, '🎯'],
    [{}, null],
  ])('keeps its three fields, trimmed, and no others: %j', (rest, emoji) => {
    const typed = { title: ' Plan ', task_date: '2024-02-29', ...rest };
    const value = { title: 'Plan', emoji, task_date: '2024-02-29' };
    expect(validate(newTaskInputSchema, typed)).toEqual({ ok: true, value });
  });

  test.each([undefined, '', '2026-02-30', '2026-11-20T00:00:00Z', 20261120])('needs a day, not %j', (day) => {
    const checked = validate(newTaskInputSchema, { title: 'Plan', emoji: null, task_date: day });
    const issues = [{ path: 'task_date', message: NO_DAY }];
    expect(checked).toEqual({ ok: false, message: NO_DAY, issues });
  });

  test.each([
    [{ title: ' ', emoji: 'x', task_date: '' }, `${EMPTY}. ${INVALID_EMOJI}. ${NO_DAY}`],
    [undefined, EMPTY],
    ['Plan', EMPTY],
  ])('joined-messages: reports all errors in one message: %j', (typed, message) => {
    expect(validate(newTaskInputSchema, typed)).toMatchObject({ ok: false, message });
  });
});

describe('task-fields: a row of tasks', () => {
  const row = {
    id: '7a0c',
    title: ' as stored ',
    completed: false,
    starred: true,
    pinned: false,
    emoji: 'no emoji of this version',
    task_date: '2026-11-20',
    user_id: 'u1',
    created_at: '2026-11-20 09:39:20.26+00',
  };

  test('is accepted unchanged, without unknown columns', () => {
    expect(validate(taskSchema, { ...row, updated_at: 'now' })).toEqual({ ok: true, value: row });
  });

  test.each([
    { task_date: undefined },
    { task_date: '2026-02-30' },
    { task_date: '2026-11-20T00:00:00+00:00' },
    { starred: 'true' },
    { id: undefined },
  ])('is refused with %j', (wrong) => expect(validate(taskSchema, { ...row, ...wrong }).ok).toBe(false));
});
