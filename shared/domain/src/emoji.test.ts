import { expect, test } from 'vitest';
import { EMOJI_CHOICES, isEmojiText } from './emoji.ts';

test.each([
  ...['👨‍👩‍👧‍👦', '🇸🇬', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '1️⃣', '*️⃣', '❤️', '👍🏽', '🏳️‍🌈', '👩🏻‍❤️‍💋‍👨🏿', '👩🏽‍🚀', '🏋🏽‍♀️'],
  // Without their selector, two in a row, and a pictograph reserved for a later Unicode.
  ...['❤', '\u{1F3CB}', '🔥🎉', '\u{1FAEB}'],
])('task-input: %j is an emoji', (text) => expect(isEmojiText(text)).toBe(true));

test.each([
  ...['', 'a', '1', '123', '#', '*', '<b>', '©', '®', '™', '🔥a', '🔥 🔥', '\u00A0'],
  // Joiners, selectors, indicators, tags and surrogates that are alone or broken.
  ...['\u200D', '\uFE0F', '\u20E3', '\u202E', '\u200B', '\uD83D', '👩\u200D', '🏴\u{E0067}\u{E0062}'],
  // Flags and sequences that do not exist.
  ...['🇸', '🇸🇬🇸', '🇽🇽', '😀\u200D😀'],
])('task-input: %j is no emoji', (text) => expect(isEmojiText(text)).toBe(false));

test('a long text that fails at its very end is refused quickly', () => {
  const start = process.cpuUsage();
  expect(isEmojiText(`${'❤️'.repeat(20_000)}\u200D`)).toBe(false);
  expect(process.cpuUsage(start).user).toBeLessThan(1_000_000);
});

test('emoji-choices: they are the sixteen emoji of the product, in order, and each is a recommended emoji', () => {
  expect(EMOJI_CHOICES.map(({ emoji, name }) => `${emoji} ${name}`).join(', ')).toBe(
    '⭐ Star, 🎯 Target, 💼 Briefcase, \u{1F3CB}\u{FE0F} Weight lifter, 📧 Email, 📞 Phone, 🎬 Clapper, 🛒 Cart, ' +
      '☕ Coffee, 📚 Books, 🎨 Palette, 💻 Laptop, 📊 Chart, 🎉 Party, 🔥 Fire, ✅ Check mark',
  );
  const isRecommended = new RegExp(String.raw`^\p{RGI_Emoji}$`, 'v');
  expect(EMOJI_CHOICES.filter(({ emoji }) => !isRecommended.test(emoji))).toEqual([]);
});
