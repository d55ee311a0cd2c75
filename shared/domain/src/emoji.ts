/**
 * The sixteen choices, in their order, with their names for screen readers (rule emoji-choices). Each is fully qualified,
 * so the weight lifter has U+FE0F.
 */
export const EMOJI_CHOICES: readonly { emoji: string; name: string }[] = [
  { emoji: '⭐', name: 'Star' },
  { emoji: '🎯', name: 'Target' },
  { emoji: '💼', name: 'Briefcase' },
  { emoji: '\u{1F3CB}\uFE0F', name: 'Weight lifter' },
  { emoji: '📧', name: 'Email' },
  { emoji: '📞', name: 'Phone' },
  { emoji: '🎬', name: 'Clapper' },
  { emoji: '🛒', name: 'Cart' },
  { emoji: '☕', name: 'Coffee' },
  { emoji: '📚', name: 'Books' },
  { emoji: '🎨', name: 'Palette' },
  { emoji: '💻', name: 'Laptop' },
  { emoji: '📊', name: 'Chart' },
  { emoji: '🎉', name: 'Party' },
  { emoji: '🔥', name: 'Fire' },
  { emoji: '✅', name: 'Check mark' },
];

// All emoji that Unicode recommends, and pictographs of a newer Unicode or without their selector; (c), (r), (tm) are text.
const EXACT = String.raw`\p{RGI_Emoji}|[\p{Extended_Pictographic}--[\u00A9\u00AE\u2122]]\uFE0F?`;

// Before Chrome 112, Firefox 116 and Safari 17 there is no v flag and `new RegExp` throws. These parts match the shape
// of keycaps, flags and joined sequences, also of some that do not exist.
const PICTOGRAPH = String.raw`(?:(?![\u00A9\u00AE\u2122])\p{Extended_Pictographic}(?:\uFE0F|\p{Emoji_Modifier})?)`;
const APPROXIMATE = [
  String.raw`[0-9#*]\uFE0F\u20E3`,
  String.raw`\p{Regional_Indicator}{2}`,
  String.raw`\u{1F3F4}[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]+\u{E007F}`,
  String.raw`${PICTOGRAPH}(?:\u200D${PICTOGRAPH})*`,
].join('|');

/** Takes a RegExp constructor (tests pass one without the v flag); returns a pattern that finds one emoji at a time. */
export function buildEmojiPattern(construct: (source: string, flags: string) => RegExp): RegExp {
  try {
    return construct(EXACT, 'gv');
  } catch {
    return construct(APPROXIMATE, 'gu');
  }
}

let pattern: RegExp | undefined;

/** Takes any text; returns whether it is one emoji or more and nothing else (rule task-input). */
export function isEmojiText(text: string): boolean {
  pattern ??= buildEmojiPattern((source, flags) => new RegExp(source, flags));
  // Removed one by one, not matched by (...)+: some emoji match both branches, and a long invalid text would backtrack.
  return text !== '' && text.replace(pattern, '') === '';
}
