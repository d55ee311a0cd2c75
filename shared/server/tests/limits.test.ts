import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { LIMITS, createLimits, waitInWords } from '../src/gateway/limits.ts';

// Limits on a running server: attacks.test.ts. Their messages on a page: e2e/specs/auth.spec.ts.

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

  test('allows exactly the configured number of attempts, and resets after its period', async () => {
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

  test('does not count the attempts that it refuses', async () => {
    const limits = createLimits();
    const take = () => limits.take('wrong-password', 'anna');
    await Promise.all(Array.from({ length: 500 }, take));
    await limits.giveBack('wrong-password', 'anna');
    expect(await take()).toBeNull();
    expect(await take()).not.toBeNull();
  });
});
