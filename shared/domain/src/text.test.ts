import { describe, expect, test } from 'vitest';
import { isBlank, isStorable } from './text.ts';

describe('blank-text: isBlank', () => {
  test.each([
    ['an empty text', ''],
    ['spaces', '   '],
    ['a tab and a new line', '\t\n'],
    ['a no-break space', '\u00A0'],
    ['an ideographic space', '\u3000'],
    ['a zero-width space', '\u200B'],
    ['joiners', '\u200C\u200D\u2060'],
    ['a byte order mark', '\uFEFF'],
    ['a soft hyphen', '\u00AD'],
    ['direction marks', '\u202E\u2066\u2069'],
    ['NUL', '\0'],
    ['a Hangul filler', '\u3164'],
    ['Hangul choseong and jungseong fillers', '\u115F\u1160'],
    ['a half-width Hangul filler', '\uFFA0'],
    ['a braille blank', '\u2800'],
    ['a combining grapheme joiner', '\u034F'],
    ['lone variation selectors', '\uFE0E\uFE0F\u{E0100}'],
    ['a Mongolian vowel separator', '\u180E'],
    ['tag characters', '\u{E0067}\u{E007F}'],
    ['a mixture of them', ' \u200B\u3164 \uFE0F'],
  ])('is true for %s', (_, text) => expect(isBlank(text)).toBe(true));

  test.each(['a', ' a ', '\u200Ba', '.', '0', '👨‍👩‍👧', '❤️', '한', '⠁', 'ü', '\u202Eabc'])(
    'is false for %j',
    (text) => expect(isBlank(text)).toBe(false),
  );
});

describe('isStorable', () => {
  test.each(['', 'plain', '🏋️', '👩🏽‍🚀', '\u200B', '\n'])('accepts %j', (text) =>
    expect(isStorable(text)).toBe(true),
  );

  test.each(['a\0b', '\uD83C', 'a\uDFCBb', '\uDFCB\uD83C'])('refuses %j', (text) =>
    expect(isStorable(text)).toBe(false),
  );
});
