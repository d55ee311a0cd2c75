import { describe, expect, it } from 'vitest';
import { TERMS } from './sections.ts';

describe('the terms', () => {
  it('have thirteen sections, each with a title of its own and something to say', () => {
    expect(TERMS).toHaveLength(13);
    expect(new Set(TERMS.map((section) => section.title)).size).toBe(13);
    expect(new Set(TERMS.map((section) => section.id)).size).toBe(13);
    expect(TERMS.every((section) => section.paragraphs.length > 0)).toBe(true);
  });

  it('name the law of Singapore and the 30 days’ notice', () => {
    const text = TERMS.flatMap((section) => section.paragraphs).join(' ');
    expect(text).toContain('laws of Singapore');
    expect(text).toContain('30 days’ notice');
  });
});
