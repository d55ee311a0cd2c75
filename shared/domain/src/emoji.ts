/** The sixteen choices, in their order, with their names for screen readers. Each is fully qualified. */
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
const EMOJI = String.raw`\p{RGI_Emoji}|[\p{Extended_Pictographic}--[\u00A9\u00AE\u2122]]\uFE0F?`;

let pattern: RegExp | undefined;

/** Takes any text; returns whether it is one emoji or more and nothing else. */
export function isEmojiText(text: string): boolean {
  pattern ??= new RegExp(EMOJI, 'gv');
  // Removed one by one, not matched by (...)+: some emoji match both branches, and a long invalid text would backtrack.
  return text !== '' && text.replace(pattern, '') === '';
}
