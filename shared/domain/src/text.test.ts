import { expect, test } from 'vitest';
import { isBlank, isStorable } from './text.ts';

const SPACES = [
  '',
  '   ',
  '\t\n',
  '\u00A0',
  '\u3000',
  '\u200B',
  '\u200C\u200D\u2060',
  '\uFEFF',
  '\u00AD',
  '\0',
];
const FILLERS = ['\u202E\u2066\u2069', '\u3164', '\u115F\u1160', '\uFFA0', '\u2800', '\u034F', '\u180E'];
const SELECTORS = ['\uFE0E\uFE0F\u{E0100}', '\u{E0067}\u{E007F}', ' \u200B\u3164 \uFE0F'];

test.each([...SPACES, ...FILLERS, ...SELECTORS])('blank-text: %j has nothing to see', (text) =>
  expect(isBlank(text)).toBe(true),
);

test.each(['a', ' a ', '\u200Ba', '.', '0', '👨‍👩‍👧', '❤️', '한', '⠁', '\u202Eabc'])(
  'blank-text: %j can be seen',
  (text) => expect(isBlank(text)).toBe(false),
);

test.each(['', 'plain', '🏋️', '👩🏽‍🚀', '\u200B', '\n'])('the database can store %j', (text) =>
  expect(isStorable(text)).toBe(true),
);

test.each(['a\0b', '\uD83C', 'a\uDFCBb', '\uDFCB\uD83C'])('the database cannot store %j', (text) =>
  expect(isStorable(text)).toBe(false),
);
