import { describe, expect, it } from 'vitest';
import { accountAge } from './accountAge.ts';

describe('the age of an account', () => {
  const now = new Date(Date.UTC(2026, 10, 20, 12));

  it.each([
    ['2026-11-20T11:59:00Z', '0 days'],
    ['2026-11-19T12:00:01Z', '0 days'],
    ['2026-11-19T12:00:00Z', '1 day'],
    ['2026-11-18 12:00:00+00', '2 days'],
    ['2025-11-20T12:00:00Z', '365 days'],
  ])('made at %s reads %s', (createdAt, text) => {
    expect(accountAge(createdAt, now)).toBe(text);
  });

  it('is never below zero where the clocks differ', () => {
    expect(accountAge('2026-11-20T12:05:00Z', now)).toBe('0 days');
  });
});
