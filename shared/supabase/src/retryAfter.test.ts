import { expect, it } from 'vitest';
import { retryDelayOf, unusableResponse } from './retryAfter.ts';

const NOON = 'Mon, 16 Nov 2026 12:00:00 GMT';
const LATER = 'Mon, 16 Nov 2026 12:00:07 GMT';

it.each([
  [429, { 'retry-after': '7' }, 7_000],
  [503, { 'retry-after': ' 7 ' }, 7_000],
  [503, { 'retry-after': LATER, date: NOON }, 7_000], // by the server's clock, whatever this device's says
  [503, { 'retry-after': NOON, date: LATER }, 0],
  [503, { 'retry-after': 'Sun, 06 Nov 1994 08:49:37 GMT' }, 0],
  [503, { 'retry-after': 'soon' }, 0],
  [503, { 'retry-after': '-7' }, 0],
  [503, {}, 0],
  [500, { 'retry-after': '7' }, 0],
  [200, { 'retry-after': '7' }, 0],
] as [number, Record<string, string>, number][])(
  'a response with status %i and %o requires a wait of %i ms',
  (status, headers, wait) => {
    const error = unusableResponse('busy', new Response('', { status, headers }));
    expect(error).toBeInstanceOf(TypeError);
    expect(retryDelayOf(error)).toBe(wait);
  },
);

it.each([new TypeError('no network'), 'text', null])(
  'a failure without a response, %o, requires no wait',
  (error) => {
    expect(retryDelayOf(error)).toBe(0);
  },
);
