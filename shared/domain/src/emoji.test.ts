import { expect, test } from 'vitest';
import { EMOJI_CHOICES, isEmojiText } from './emoji.ts';

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
  ['a flag that does not exist', '🇽🇽'],
  ['a joined sequence that does not exist', '😀\u200D😀'],
];

test.each(ACCEPTED)('task-input: %s is an emoji', (_what, text) => expect(isEmojiText(text)).toBe(true));
test.each(REFUSED)('task-input: %s is no emoji', (_what, text) => expect(isEmojiText(text)).toBe(false));

test('a long text that fails at its very end is refused quickly', () => {
  const start = process.cpuUsage();
  expect(isEmojiText(`${'❤️'.repeat(20_000)}\u200D`)).toBe(false);
  expect(process.cpuUsage(start).user).toBeLessThan(1_000_000);
});

test('emoji-choices: they are the sixteen emoji of the product, in order, and each is a recommended emoji', () => {
  expect(EMOJI_CHOICES.map(({ emoji, name }) => `${emoji} ${name}`).join(', ')).toBe(
    '⭐ Star, 🎯 Target, 💼 Briefcase, 🏋️ Weight lifter, 📧 Email, 📞 Phone, 🎬 Clapper, 🛒 Cart, ☕ Coffee, ' +
      '📚 Books, 🎨 Palette, 💻 Laptop, 📊 Chart, 🎉 Party, 🔥 Fire, ✅ Check mark',
  );
  const isRecommended = new RegExp(String.raw`^\p{RGI_Emoji}$`, 'v');
  expect(EMOJI_CHOICES.filter(({ emoji }) => !isRecommended.test(emoji))).toEqual([]);
  expect(EMOJI_CHOICES[3]?.emoji).toBe('\u{1F3CB}\u{FE0F}');
});
