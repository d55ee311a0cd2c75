import { describe, expect, test } from 'vitest';
import { EMOJI_CHOICES, buildEmojiPattern, isEmojiText } from './emoji.ts';

const withoutVFlag = buildEmojiPattern((source, flags) => {
  if (flags.includes('v')) throw new SyntaxError('Invalid flags');
  return new RegExp(source, flags);
});
const isEmojiTextInOldBrowsers = (text: string) => text !== '' && text.replace(withoutVFlag, '') === '';

const ACCEPTED: [string, string][] = [
  ['a family of four', '👨‍👩‍👧‍👦'],
  ['the flag of Singapore', '🇸🇬'],
  ['the flag of England', '🏴󠁧󠁢󠁥󠁮󠁧󠁿'],
  ['a keycap', '1️⃣'],
  ['the keycap asterisk', '*️⃣'],
  ['a red heart', '❤️'],
  ['a heart without its selector', '❤'],
  ['the weight lifter without its selector', '\u{1F3CB}'],
  ['a thumb with a skin tone', '👍🏽'],
  ['a rainbow flag', '🏳️‍🌈'],
  ['a kiss with two skin tones', '👩🏻‍❤️‍💋‍👨🏿'],
  ['an astronaut', '👩🏽‍🚀'],
  ['a lifting woman', '🏋🏽‍♀️'],
  ['two in a row', '🔥🎉'],
  ['a pictograph reserved for a later Unicode', '\u{1FAEB}'],
];

const REFUSED: [string, string][] = [
  ['nothing', ''],
  ['a digit', '1'],
  ['digits', '123'],
  ['a number sign', '#'],
  ['an asterisk', '*'],
  ['a copyright sign', '©'],
  ['a registered sign', '®'],
  ['a trade mark sign', '™'],
  ['a lone joiner', '\u200D'],
  ['a lone variation selector', '\uFE0F'],
  ['a lone regional indicator', '🇸'],
  ['three regional indicators', '🇸🇬🇸'],
  ['a direction override', '\u202E'],
  ['a zero-width space', '\u200B'],
  ['a no-break space', '\u00A0'],
  ['a space between', '🔥 🔥'],
  ['markup', '<b>'],
  ['half a surrogate pair', '\uD83D'],
  ['a letter', 'a'],
  ['an emoji and a letter', '🔥a'],
  ['a trailing joiner', '👩\u200D'],
  ['a broken tag sequence', '🏴\u{E0067}\u{E0062}'],
  ['a lone combining keycap', '\u20E3'],
];

describe.each([
  ['isEmojiText', isEmojiText, '❤️'],
  ['isEmojiText in a browser without the v flag', isEmojiTextInOldBrowsers, '👩🏽‍❤️'],
])('%s', (_, isEmoji, repeated) => {
  test.each(ACCEPTED)('accepts %s', (_what, text) => expect(isEmoji(text)).toBe(true));
  test.each(REFUSED)('refuses %s', (_what, text) => expect(isEmoji(text)).toBe(false));
  test.each(EMOJI_CHOICES)('accepts the choice $name', ({ emoji }) => expect(isEmoji(emoji)).toBe(true));

  test('returns the same result when called twice', () => {
    expect(['🔥', '🔥', 'a', '🔥'].map(isEmoji)).toEqual([true, true, false, true]);
  });

  test('is fast for a long text that fails at its very end', () => {
    const start = process.cpuUsage();
    expect(isEmoji(`${repeated.repeat(20_000)}\u200D`)).toBe(false);
    expect(process.cpuUsage(start).user).toBeLessThan(1_000_000);
  });
});

test('refuses flags and joined emoji that do not exist if the browser knows the v flag', () => {
  expect(isEmojiText('🇽🇽')).toBe(false);
  expect(isEmojiText('😀\u200D😀')).toBe(false);
  expect(withoutVFlag.flags).toBe('gu');
});

test('the choices are the sixteen emoji of the product, in order, and each is a recommended emoji', () => {
  expect(EMOJI_CHOICES.map(({ emoji, name }) => `${emoji} ${name}`).join(', ')).toBe(
    '⭐ Star, 🎯 Target, 💼 Briefcase, 🏋️ Weight lifter, 📧 Email, 📞 Phone, 🎬 Clapper, 🛒 Cart, ☕ Coffee, ' +
      '📚 Books, 🎨 Palette, 💻 Laptop, 📊 Chart, 🎉 Party, 🔥 Fire, ✅ Check mark',
  );
  const isRecommended = new RegExp(String.raw`^\p{RGI_Emoji}$`, 'v');
  expect(EMOJI_CHOICES.filter(({ emoji }) => !isRecommended.test(emoji))).toEqual([]);
  expect(EMOJI_CHOICES[3]?.emoji).toBe('\u{1F3CB}\u{FE0F}');
});
