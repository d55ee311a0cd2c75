// @vitest-environment jsdom
import { renderHook } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { MemoryRouter } from '@space/platform/testing';
import { stepWeek, useWeekStart } from './weekStart.ts';

vi.mock('@space/platform', () => import('@space/platform/testing'));

const MONDAY = '2026-11-16';

it.each([
  [MONDAY, '', '2026-02-30', 'next', '2026-11-2', '0001-12-31', '9999-01-01', '12026-01-05'],
  // Any day can be the first, in the years 2 to 9998.
  ['2026-11-25', '2026-11-25'],
  ['0002-01-01', '0002-01-01'],
  ['9998-12-31', '9998-12-31'],
])('week-view: the first day is %s if the address has %j, %j …', (start, ...texts) => {
  for (const text of texts) {
    const { result } = renderHook(() => useWeekStart('2026-11-18'), {
      wrapper: ({ children }) => (
        <MemoryRouter initialEntries={[`/dashboard?week=${text}`]}>{children}</MemoryRouter>
      ),
    });
    expect(result.current.start).toBe(start);
  }
});

it('week-view: the weeks end with the years 2 and 9998', () => {
  expect([stepWeek('9998-12-25', 7), stepWeek('0002-01-02', -7)]).toEqual(['9998-12-25', '0002-01-02']);
});
