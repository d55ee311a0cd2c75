import { describe, expect, test } from 'vitest';
import { mailTemplates } from '../src/backend/config.ts';
import { readLinkMails, type LinkKind } from '../src/auth/mailLinks.ts';

// The text and the markup of mails. Their appearance: e2e/specs/mails.spec.ts.

const write = readLinkMails(mailTemplates, 'https://planner.example');
const wordsIn = (html: string) =>
  html
    .replaceAll(/<[^>]*>/g, ' ')
    .trim()
    .replaceAll(/\s+/g, ' ');
const elementsOf = (html: string, names: string) =>
  [...html.matchAll(new RegExp(`<(${names})\\b[^]*?</\\1\\s*>`, 'g'))].map(([element]) => element);

describe.each<LinkKind>(['signup', 'recovery'])('the mail of a %s', (kind) => {
  const { subject, html, text, link } = write(kind, 'anna@example.com', '4f9c'.repeat(16));

  test('has the same content in HTML and plain text, and a subject made of its heading', () => {
    const [name, heading, first, or, address, last, ...more] = elementsOf(html, 'h1|p').map(wordsIn);
    const open = or?.replace('Or open', 'Open') ?? '';
    expect(text.split('\n\n').map(wordsIn)).toEqual([name, heading, first, `${open} ${address}`, last]);
    expect([more, address]).toEqual([[], link]);
    expect(elementsOf(html, 'title').map(wordsIn)).toEqual([subject]);
    expect(subject).toBe(`${heading} for Better Space`);
  });

  test('has one link, which is also written out, and no unfilled placeholder', () => {
    expect(new Set([...html.matchAll(/href="([^"]*)"/g)].map(([, address]) => address))).toEqual(
      new Set([link]),
    );
    expect(text.split('\n')).toContain(link);
    expect(html + text).not.toContain('{{');
  });

  test('loads nothing from elsewhere, has no script, and uses inline styles', () => {
    expect(html).not.toMatch(/<(script|img|link|iframe|form|svg|object)\b|url\(|@import|\son\w+=/i);
    for (const element of html.match(/<(h1|p|a)\b[^>]*>/g) ?? []) expect(element).toContain('style="');
    for (const table of html.match(/<table\b[^>]*>/g) ?? []) expect(table).toContain('role="presentation"');
    expect(Buffer.byteLength(html)).toBeLessThan(10_000);
  });

  test('has plain-text lines of at most 72 characters, except for the link', () => {
    const tooLong = text.split('\n').filter((line) => line !== link && line.length > 72);
    expect(tooLong).toEqual([]);
  });
});
