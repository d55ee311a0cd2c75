import { describe, expect, it } from 'vitest';
import { readWeek, stepWeek, writeWeek } from './weekParam.ts';

const HOME = '2026-11-16';
const read = (query: string) => readWeek(new URLSearchParams(query), HOME);
const write = (query: string, start: Parameters<typeof writeWeek>[1]) =>
  writeWeek(new URLSearchParams(query), start, HOME).toString();

describe('readWeek', () => {
  it('is the week that the page opened with if the address names none', () => {
    expect(read('')).toBe(HOME);
  });

  it('is any day that the address names, not only a Monday', () => {
    expect(read('week=2026-12-24')).toBe('2026-12-24');
    expect(read('week=2024-02-29')).toBe('2024-02-29');
  });

  it.each([
    '',
    'monday',
    '2026-02-30',
    '2026-2-3',
    '20261116',
    '2026-11-16T00:00',
    '0001-01-01',
    '9999-12-31',
  ])('ignores %j', (text) => {
    expect(read(`week=${text}`)).toBe(HOME);
  });
});

describe('writeWeek', () => {
  it('writes the week and keeps the other parameters', () => {
    expect(write('a=1', '2026-11-23')).toBe('a=1&week=2026-11-23');
  });

  it('omits the week that the page opened with', () => {
    expect(write('week=2026-11-23&a=1', HOME)).toBe('a=1');
  });
});

describe('stepWeek', () => {
  it('goes by days and weeks across months and years', () => {
    expect(stepWeek('2026-12-28', 7)).toBe('2027-01-04');
    expect(stepWeek('2026-03-01', -1)).toBe('2026-02-28');
  });

  it('stays at the ends of the calendar', () => {
    expect(stepWeek('9998-12-28', 7)).toBe('9998-12-28');
    expect(stepWeek('0002-01-03', -7)).toBe('0002-01-03');
  });
});
