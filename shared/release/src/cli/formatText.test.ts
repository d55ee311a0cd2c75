import { expect, test } from 'vitest';
import { ago, shortCommit, table, withoutControls, wrap } from './formatText.ts';

const now = new Date(Date.UTC(2026, 10, 21, 12));

test.each([
  ['2026-11-21T11:59:30Z', 'just now'],
  ['2026-11-21T12:00:30Z', 'just now'],
  ['2026-11-21T11:59:00Z', '1 min'],
  ['2026-11-21T11:00:01Z', '59 min'],
  ['2026-11-21T11:00:00Z', '1 h'],
  ['2026-11-19T12:00:01Z', '47 h'],
  ['2026-11-19T12:00:00Z', '2 days'],
])('formats the age of %s as "%s"', (since, words) => expect(ago(since, now)).toBe(words));

test('a commit with uncommitted changes ends in a plus sign', () => {
  expect(shortCommit('9af393e12b+changes')).toBe('9af393e12b+');
  expect(shortCommit('9af393e12b')).toBe('9af393e12b');
  expect(shortCommit(null)).toBe('–');
});

test('replaces control characters, so that text from a store cannot control the terminal', () => {
  expect(withoutControls('\u001B[2Jgone\r\n\tkept')).toBe(' [2Jgone \n\tkept');
});

test('a table aligns its text columns to the left and its number columns to the right', () => {
  expect(
    table(
      ['', 'live', '>kB'],
      [
        ['shell', '1', '–'],
        ['retro', '0.1.0', '37.5'],
      ],
    ),
  ).toEqual(['       live     kB', 'shell  1         –', 'retro  0.1.0  37.5']);
});

test('wraps a long sentence at 80 columns and indents the further lines', () => {
  const lines = wrap(`retro: ${'word '.repeat(40)}`.trim());
  expect(lines.length).toBeGreaterThan(2);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
  expect(lines.slice(1).every((line) => line.startsWith('  word'))).toBe(true);
  expect(lines.map((line) => line.trim()).join(' ')).toBe(`retro: ${'word '.repeat(40)}`.trim());
});
