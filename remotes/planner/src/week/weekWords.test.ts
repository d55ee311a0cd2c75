import { expect, it } from 'vitest';
import { weekWords } from './weekWords.ts';

it.each([
  { count: 0, done: 0, starred: 0, title: 'Seven open days', text: /^Start with the one thing/ },
  { count: 3, done: 3, starred: 0, title: 'All done', text: /^Everything you planned/ },
  { count: 3, done: 2, starred: 0, title: 'One task to go', text: /^A star lights up/ },
  { count: 3, done: 2, starred: 1, title: 'One task to go', text: /^It has your star\.$/ },
  { count: 3, done: 1, starred: 1, title: '2 tasks to go', text: /^One of them has your star\.$/ },
  { count: 3, done: 1, starred: 2, title: '2 tasks to go', text: /^2 of them have your star\.$/ },
])('says "$title" of $done done of $count with $starred starred', ({ title, text, ...counts }) => {
  const summary = weekWords({ ...counts, days: [] });
  expect(summary.title).toBe(title);
  expect(summary.text).toMatch(text);
});
