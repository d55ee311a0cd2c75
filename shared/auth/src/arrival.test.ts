import { describe, expect, it } from 'vitest';
import { readArrival } from './arrival.ts';

const SITE = 'https://space.example';
const CODE = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';

describe('an address that carries', () => {
  it.each([
    [`/dashboard?code=${CODE}`, { kind: 'code' }, '/dashboard'],
    [`/dashboard?a=1&code=${CODE}&sb_flow_id=f#goals`, { kind: 'code' }, '/dashboard?a=1#goals'],
    [
      '/auth?token_hash=abc&type=signup',
      { kind: 'mail-link', link: { tokenHash: 'abc', type: 'signup' }, email: null },
      '/auth',
    ],
    [
      '/auth?token_hash=abc&type=recovery&email=anna%40example.com&redirect_to=%2F',
      { kind: 'mail-link', link: { tokenHash: 'abc', type: 'recovery' }, email: 'anna@example.com' },
      '/auth',
    ],
    [
      '/auth?token_hash=abc&type=odd',
      { kind: 'refused', code: 'otp_expired', email: null, mail: 'confirmation' },
      '/auth',
    ],
    [
      '/auth?token_hash=abc',
      { kind: 'refused', code: 'otp_expired', email: null, mail: 'confirmation' },
      '/auth',
    ],
    [
      '/dashboard#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid',
      { kind: 'refused', code: 'otp_expired', email: null, mail: 'confirmation' },
      '/dashboard',
    ],
    [
      '/dashboard?error=access_denied&error_description=No&x=1#error=access_denied&error_description=No',
      { kind: 'refused', code: 'access_denied', email: null, mail: 'confirmation' },
      '/dashboard?x=1',
    ],
    [
      '/#access_token=a&refresh_token=b&expires_in=3600&expires_at=1&token_type=bearer&type=signup&sb=',
      { kind: 'tokens', type: 'signup' },
      '/',
    ],
    ['/#access_token=a', { kind: 'tokens', type: '' }, '/'],
  ])('%s is read and cleaned', (path, arrival, address) => {
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
  ])('nothing of ours, %s, is left exactly as it is', (path) => {
    expect(readArrival(SITE + path)).toEqual({ arrival: { kind: 'nothing' }, address: path });
  });

  it('keeps the encoding of what is not ours', () => {
    const { address } = readArrival(`${SITE}/a%20b?q=a%20b+c&code=${CODE}&r=%2F#x%20y`);
    expect(address).toBe('/a%20b?q=a%20b+c&r=%2F#x%20y');
  });
});
