import { expect, test } from 'vitest';
import { splitLinks } from './links.ts';

const A_B_C = ['https://a.example', 'https://b.example', 'https://c.example'];

test.each<[string, ...string[]]>([
  ['Water the plants'],
  ['Read HTTP://Example.com/a?b=c&d#e now', 'HTTP://Example.com/a?b=c&d#e'],
  ['Really https://example.com/?!…', 'https://example.com/'],
  ['https://example.com/a, https://example.org/b; done', 'https://example.com/a', 'https://example.org/b'],
  ['(see https://example.com/a)', 'https://example.com/a'],
  ['(https://en.wikipedia.org/wiki/Moon_(a)).', 'https://en.wikipedia.org/wiki/Moon_(a)'],
  ['[notes](https://example.com/[1])', 'https://example.com/[1]'],
  ['<https://a.example> “https://b.example” ‚https://c.example‘', ...A_B_C],
  ['https://example.com/a/ and https://example.com/#', 'https://example.com/a/', 'https://example.com/#'],
  ['https://müller.example/straße?größe=ü', 'https://müller.example/straße?größe=ü'],
  ['https://例え.テスト/道', 'https://例え.テスト/道'],
  ['请看https://example.com/a。谢谢', 'https://example.com/a'],
  ['לקרוא את https://example.com/א, תודה', 'https://example.com/א'],
  ['https://example.com/\u202Egpj.exe', 'https://example.com/'],
  ['www.example.com/a.', 'https://www.example.com/a'],
  // Not addresses of the web, or not addresses.
  ['javascript:alert(1) data:text/html,x file:///etc ftp://example.com mailto:a@example.com'],
  ['https:// http://? www. www.example www.example. awww.example.com example.com xhttps://example.com'],
])('written-text: the addresses of %j', (text, ...links) => {
  const parts = splitLinks(text);
  expect(parts.map((part) => part.text).join('')).toBe(text);
  expect(parts.flatMap(({ href }) => href ?? [])).toEqual(links);
});

test('written-text: a text is split in order', () => {
  expect(splitLinks('a https://b.example, c')).toEqual([
    { at: 0, text: 'a ', href: null },
    { at: 2, text: 'https://b.example', href: 'https://b.example' },
    { at: 19, text: ', c', href: null },
  ]);
});
