import { describe, expect, it } from 'vitest';
import { readArrival } from './arrival.ts';

const SITE = 'https://space.example';
const CODE = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';

const REFUSED = { kind: 'refused', email: null, mail: 'confirmation' };

// How a whole page handles links, codes and errors in its address: tests/links.test.ts.
describe('readArrival', () => {
  it.each([
    [
      `/a%20b?q=a%20b+c&code=${CODE}&r=%2F#x%20y`,
      { kind: 'code', code: CODE },
      '/a%20b?q=a%20b+c&r=%2F#x%20y',
    ],
    [
      '/auth?token_hash=abc&type=recovery&email=anna%40example.com&redirect_to=%2F',
      { kind: 'mail-link', link: { tokenHash: 'abc', type: 'recovery' }, email: 'anna@example.com' },
      '/auth',
    ],
    ['/auth?token_hash=abc&type=odd', { ...REFUSED, code: 'otp_expired' }, '/auth'],
    ['/auth?token_hash=abc', { ...REFUSED, code: 'otp_expired' }, '/auth'],
    [
      '/dashboard?error=access_denied&error_description=No&x=1#error=access_denied&error_description=No',
      { ...REFUSED, code: 'access_denied' },
      '/dashboard?x=1',
    ],
    ['/#access_token=a&expires_at=1&type=signup&sb=', { kind: 'tokens', type: 'signup' }, '/'],
    ['/#access_token=a', { kind: 'tokens', type: '' }, '/'],
  ])('reads the auth parameters of %s and removes them', (path, arrival, address) => {
    expect(readArrival(SITE + path)).toEqual({ arrival, address });
  });

  it.each([
    '/',
    '/pricing?code=SPRING',
    '/pricing?type=pro&email=anna%40example.com',
    '/about?error=404',
    '/auth?token_hash=',
    '/terms?q=a%20b+c&empty=&flag#section-7',
    '/#/old-route?x=1',
  ])('leaves %s unchanged, which has no auth parameters', (path) => {
    expect(readArrival(SITE + path)).toEqual({ arrival: { kind: 'nothing' }, address: path });
  });
});
