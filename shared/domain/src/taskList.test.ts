import { expect, test } from 'vitest';
import { readTaskLines } from './taskList.ts';

/** Lines with the same meaning, and their title, emoji and tick. */
test.each<[lines: string[], title: string | null, emoji: string | null, completed: boolean]>([
  [['Buy milk', '  Buy milk\t', '- Buy milk', '* Buy milk'], 'Buy milk', null, false],
  [['+ Buy milk', '•Buy milk'], 'Buy milk', null, false],
  [['– Buy milk', '1. Buy milk', '12) Buy milk', '- 3. Buy milk'], 'Buy milk', null, false],
  [['[ ] Buy milk', '[] Buy milk', '☐ Buy milk', '- • - [ ] Buy milk'], 'Buy milk', null, false],
  [['[x] Buy milk', '[X]Buy milk', '- [x] Buy milk'], 'Buy milk', null, true],
  [['☑ Buy milk', '☑\uFE0F Buy milk', '☒ Buy milk', '● ☐ ☑ Buy milk'], 'Buy milk', null, true],
  // Word, Google Docs and Notion.
  [['●\tBuy milk', '○ Buy milk', '■ Buy milk', '·\u00A0Buy milk', '‣ Buy milk'], 'Buy milk', null, false],
  [['o\tBuy milk', '§\tBuy milk', '\uF0B7\tBuy milk', '● ■\to\tBuy milk'], 'Buy milk', null, false],
  [['1. [✓] 🛒 Buy milk'], 'Buy milk', '🛒', true],
  [['🛒 Buy milk', '🛒Buy milk'], 'Buy milk', '🛒', false],
  [['🏋️ Lift'], 'Lift', '🏋️', false],
  [['👩‍👩‍👧 Family day'], 'Family day', '👩‍👩‍👧', false],
  [['🇸🇬 Fly'], 'Fly', '🇸🇬', false],
  [['1️⃣ First'], 'First', '1️⃣', false],
  // Only the first emoji is split off; the rest is the title.
  [['🎉🎉 Party'], '🎉 Party', '🎉', false],
  // Not list markers, or no other text: the line itself is the title.
  [['o Tannenbaum', '§ 5 of the contract', '-5 degrees', '3.5 litres', '2026. A year'], null, null, false],
  [['[draft] Letter', '*bold* words', '© 2026', '3 eggs', '🛒', '- [x]', '---'], null, null, false],
])('task-lists: reads %j', (lines, title, emoji, completed) => {
  const expected = lines.map((line) => {
    const source = line.trim();
    return [{ source, title: title ?? source, emoji, completed }];
  });
  expect(lines.map(readTaskLines)).toEqual(expected);
});

test('reads one task for each line with visible text, in order, with any kind of line break', () => {
  const text = 'One\r\n\r\n  \nTwo\rThree\u2028Four\u2029\u200B\n\u00A0\nFive\n';
  expect(readTaskLines(text).map(({ title }) => title)).toEqual(['One', 'Two', 'Three', 'Four', 'Five']);
});

test('reads a hundred thousand repetitions of a sign in a time that grows as their number does', () => {
  const signs = ['-', '- ', '●', 'o\t', '☐ ', '[', '[x]', '1.', '🏋️', '\n', ' ', '👩‍'];
  const timeOf = (count: number) => {
    const start = process.cpuUsage().user;
    for (const sign of signs) readTaskLines(sign.repeat(count));
    return process.cpuUsage().user - start;
  };
  expect(timeOf(100_000)).toBeLessThan(30 * timeOf(10_000));
});
