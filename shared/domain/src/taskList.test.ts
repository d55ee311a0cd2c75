import { expect, test } from 'vitest';
import { readTaskLines } from './taskList.ts';

test.each<[string, string, string | null, boolean]>([
  ['Buy milk', 'Buy milk', null, false],
  ['  Buy milk\t', 'Buy milk', null, false],
  ['- Buy milk', 'Buy milk', null, false],
  ['* Buy milk', 'Buy milk', null, false],
  ['+ Buy milk', 'Buy milk', null, false],
  ['•Buy milk', 'Buy milk', null, false],
  ['– Buy milk', 'Buy milk', null, false],
  ['1. Buy milk', 'Buy milk', null, false],
  ['12) Buy milk', 'Buy milk', null, false],
  ['- 3. Buy milk', 'Buy milk', null, false],
  ['[ ] Buy milk', 'Buy milk', null, false],
  ['[] Buy milk', 'Buy milk', null, false],
  ['[x] Buy milk', 'Buy milk', null, true],
  ['[X]Buy milk', 'Buy milk', null, true],
  ['- [x] Buy milk', 'Buy milk', null, true],
  ['1. [✓] 🛒 Buy milk', 'Buy milk', '🛒', true],
  // Word, Google Docs and Notion.
  ['●\tBuy milk', 'Buy milk', null, false],
  ['○ Buy milk', 'Buy milk', null, false],
  ['■ Buy milk', 'Buy milk', null, false],
  ['·\u00A0Buy milk', 'Buy milk', null, false],
  ['‣ Buy milk', 'Buy milk', null, false],
  ['o\tBuy milk', 'Buy milk', null, false],
  ['§\tBuy milk', 'Buy milk', null, false],
  ['\uF0B7\tBuy milk', 'Buy milk', null, false],
  ['☐ Buy milk', 'Buy milk', null, false],
  ['☑ Buy milk', 'Buy milk', null, true],
  ['☑\uFE0F Buy milk', 'Buy milk', null, true],
  ['☒ Buy milk', 'Buy milk', null, true],
  // Several in a row.
  ['● ■\to\tBuy milk', 'Buy milk', null, false],
  ['- • - [ ] Buy milk', 'Buy milk', null, false],
  ['● ☐ ☑ Buy milk', 'Buy milk', null, true],
  ['🛒 Buy milk', 'Buy milk', '🛒', false],
  ['🛒Buy milk', 'Buy milk', '🛒', false],
  ['🏋️ Lift', 'Lift', '🏋️', false],
  ['👩‍👩‍👧 Family day', 'Family day', '👩‍👩‍👧', false],
  ['🇸🇬 Fly', 'Fly', '🇸🇬', false],
  ['1️⃣ First', 'First', '1️⃣', false],
  // Only the first emoji is split off; the rest is the title.
  ['🎉🎉 Party', '🎉 Party', '🎉', false],
  // Not list markers.
  ['o Tannenbaum', 'o Tannenbaum', null, false],
  ['§ 5 of the contract', '§ 5 of the contract', null, false],
  ['-5 degrees', '-5 degrees', null, false],
  ['3.5 litres', '3.5 litres', null, false],
  ['2026. A year', '2026. A year', null, false],
  ['[draft] Letter', '[draft] Letter', null, false],
  ['*bold* words', '*bold* words', null, false],
  ['© 2026', '© 2026', null, false],
  ['3 eggs', '3 eggs', null, false],
  // Without other text the line itself is the title.
  ['🛒', '🛒', null, false],
  ['- [x]', '- [x]', null, false],
  ['---', '---', null, false],
])('task-lists: reads %j', (line, title, emoji, completed) => {
  expect(readTaskLines(line)).toEqual([{ source: line.trim(), title, emoji, completed }]);
});

test('reads one task for each line with visible text, in order, with any kind of line break', () => {
  const text = 'One\r\n\r\n  \nTwo\rThree\u2028Four\u2029\u200B\n\u00A0\nFive\n';
  expect(readTaskLines(text).map(({ title }) => title)).toEqual(['One', 'Two', 'Three', 'Four', 'Five']);
});

test('reads a hundred thousand repetitions of a sign quickly', () => {
  const start = process.cpuUsage();
  for (const sign of ['-', '- ', '●', 'o\t', '☐ ', '[', '[x]', '1.', '🏋️', '\n', ' ', '👩‍'])
    readTaskLines(sign.repeat(100_000));
  // Processor time, in microseconds: a busy machine does not count.
  expect(process.cpuUsage(start).user).toBeLessThan(2_000_000);
});
