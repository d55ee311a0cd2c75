import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { LIMITS, createLimits, waitInWords } from '../src/gateway/limits.ts';
import { startTestServer, type TestServer } from '../src/testing.ts';

test.each([
  [1, '1 second'],
  [59, '59 seconds'],
  [60, '1 minute'],
  [61, '2 minutes'],
  [3540, '59 minutes'],
  [3541, '1 hour'],
  [3600, '1 hour'],
])('a wait of %i seconds is %s', (seconds, words) => {
  expect(waitInWords(seconds)).toBe(words);
});

describe('a limit', () => {
  beforeEach(() => void vi.useFakeTimers({ now: 0 }));
  afterEach(() => void vi.useRealTimers());

  test('lets through what it says and no more, and begins anew after its time', async () => {
    const limits = createLimits();
    const { points, seconds } = LIMITS['wrong-password'];
    const take = () => limits.take('wrong-password', 'anna');
    for (let time = 0; time < points; time += 1) expect(await take()).toBeNull();
    expect(await take()).toBe(seconds);
    await vi.advanceTimersByTimeAsync((seconds - 1) * 1000);
    expect(await take()).toBe(1);
    expect(await limits.take('wrong-password', 'bert')).toBeNull();
    await vi.advanceTimersByTimeAsync(1001);
    expect(await take()).toBeNull();
  });

  test('that was reached is not pushed further by what it refuses', async () => {
    const limits = createLimits();
    const take = () => limits.take('wrong-password', 'anna');
    await Promise.all(Array.from({ length: 500 }, take));
    await limits.giveBack('wrong-password', 'anna');
    expect(await take()).toBeNull();
    expect(await take()).not.toBeNull();
  });
});

describe('on the server', () => {
  const password = 'Passw0rd!';
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ limits: true, trustProxy: 'loopback' });
  });
  afterAll(() => server.close());

  // Each test comes from a network of its own, so none meets the counts of another.
  let network = 0;
  const from = (host: number) => `10.${network}.0.${host}`;
  beforeEach(() => {
    network += 1;
  });

  /** Asks /auth/v1 as from an address. */
  const ask = async (path: string, body: object, address = from(1)) => {
    const answer = await fetch(`${server.origin}/auth/v1/${path}`, {
      method: 'POST',
      headers: {
        apikey: server.publishableKey,
        'content-type': 'application/json',
        'x-forwarded-for': address,
      },
      body: JSON.stringify(body),
    });
    const said = (await answer.json()) as { msg?: string; error_code?: string };
    return { status: answer.status, wait: answer.headers.get('retry-after'), said };
  };
  const signIn = (email: string, guess: string, address?: string) =>
    ask('token?grant_type=password', { email, password: guess }, address);
  const newAccount = async (address?: string) => {
    const email = `${randomUUID()}@example.com`;
    expect((await ask('signup', { email, password }, address)).status).toBe(200);
    return email;
  };

  test('the eleventh wrong password is told to wait, and so is the right one from there', async () => {
    const email = await newAccount();
    for (let time = 0; time < 10; time += 1) expect((await signIn(email, 'Wrong1234')).status).toBe(400);
    const eleventh = await signIn(email, 'Wrong1234');
    expect(eleventh).toMatchObject({
      status: 429,
      said: {
        error_code: 'over_request_rate_limit',
        msg: 'Too many attempts. Please try again in 10 minutes.',
      },
    });
    expect(Number(eleventh.wait)).toBeGreaterThan(590);
    expect((await signIn(email, password)).status).toBe(429);
    expect((await signIn(email, password, from(2))).status).toBe(200);
  });

  test('a hundred guesses at once are not more than ten one after the other', async () => {
    const email = await newAccount();
    const answers = await Promise.all(Array.from({ length: 60 }, () => signIn(email, 'Wrong1234')));
    expect(answers.filter(({ status }) => status === 400).length).toBeLessThanOrEqual(10);
    expect(answers.every(({ status }) => [400, 429, 503].includes(status))).toBe(true);
  });

  test('an address without an account is answered alike', async () => {
    for (let time = 0; time < 10; time += 1)
      expect(await signIn('nobody@example.com', 'Wrong1234')).toMatchObject({
        status: 400,
        said: { error_code: 'invalid_credentials' },
      });
    expect((await signIn('nobody@example.com', 'Wrong1234')).status).toBe(429);
  });

  test('guesses from everywhere do not keep the owner out where they signed in before', async () => {
    const email = await newAccount(from(101));
    const seen = new Set<number>();
    for (let host = 1; host <= 60; host += 1) seen.add((await signIn(email, 'Wrong1234', from(host))).status);
    expect(seen).toEqual(new Set([400, 429]));
    expect((await signIn(email, password, from(102))).status).toBe(429);
    expect((await signIn(email, password, from(101))).status).toBe(200);
  });

  test('signing in often is no guessing', async () => {
    const email = await newAccount();
    for (let time = 0; time < 15; time += 1) expect((await signIn(email, password)).status).toBe(200);
  });

  test('an address gets five mails an hour, and a refused one leaves the link before it good', async () => {
    const email = await newAccount();
    for (let time = 0; time < 5; time += 1) expect((await ask('recover', { email })).status).toBe(200);
    const link = server.outbox.latest(email)?.link ?? '';
    expect(await ask('recover', { email }, from(9))).toMatchObject({
      status: 429,
      said: { error_code: 'over_email_send_rate_limit', msg: 'Too many mails. Please try again in 1 hour.' },
    });
    expect(server.outbox.latest(email)?.link).toBe(link);
    const token_hash = new URL(link).searchParams.get('token_hash');
    expect((await ask('verify', { token_hash, type: 'recovery' })).status).toBe(200);
    for (let time = 0; time < 5; time += 1)
      expect((await ask('recover', { email: 'nobody@example.com' })).status).toBe(200);
    expect((await ask('recover', { email: 'nobody@example.com' })).status).toBe(429);
  });
});
