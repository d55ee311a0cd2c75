import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createHeldRefresh } from './heldRefresh.ts';
import { unusableResponse } from './retryAfter.ts';

const SERIES = [0, 200, 600, 1_400, 3_000, 6_200, 12_600, 25_400];
const from = (start: number) => SERIES.map((time) => start + time);

beforeEach(() => vi.useFakeTimers({ now: 0 }));
afterEach(() => vi.useRealTimers());

const busy = (status: number, retryAfter: string) =>
  unusableResponse('busy', new Response('', { status, headers: { 'retry-after': retryAfter } }));

/** Records the outcome of a promise, without waiting for it. */
function watch(promise: Promise<unknown>): { outcome: string } {
  const observed = { outcome: 'waiting' };
  promise.then(
    (value) => (observed.outcome = String(value)),
    (error: unknown) => (observed.outcome = String(error)),
  );
  return observed;
}

/** A refresh that fails while `isDown`, with the times of its attempts. `run` returns what a caller sees. */
function setUp(error: Error = new TypeError('no network')) {
  const attempts: number[] = [];
  const state = { isDown: true };
  const held = createHeldRefresh();
  const request = async (): Promise<string> => {
    attempts.push(Date.now());
    if (state.isDown) throw error;
    return 'fresh';
  };
  const refresh = (signal?: AbortSignal) => held.run('token', request, signal);
  return { attempts, state, held, refresh, run: (signal?: AbortSignal) => watch(refresh(signal)) };
}

describe('a refresh that cannot reach the server', () => {
  it('is retried after 200 ms, and no failure is reported', async () => {
    const { attempts, state, held, run } = setUp();
    const failure = watch(held.nextFailure());
    const result = run();
    await vi.advanceTimersByTimeAsync(199);
    expect(attempts).toEqual([0]);
    state.isDown = false;
    await vi.advanceTimersByTimeAsync(1);
    expect(attempts).toEqual([0, 200]);
    expect([result.outcome, failure.outcome]).toEqual(['fresh', 'waiting']);
  });

  it('is retried with growing delays for 30 s and then fails; the third failure is reported', async () => {
    const { attempts, held, run } = setUp();
    const failures = [watch(held.nextFailure()), watch(held.nextFailure())];
    const result = run();
    await vi.advanceTimersByTimeAsync(599);
    expect(failures.map(({ outcome }) => outcome)).toEqual(['waiting', 'waiting']);
    await vi.advanceTimersByTimeAsync(1);
    expect(failures.map(({ outcome }) => outcome)).toEqual(Array(2).fill('TypeError: no network'));
    await vi.advanceTimersByTimeAsync(29_399);
    expect([attempts, result.outcome]).toEqual([SERIES, 'waiting']);
    await vi.advanceTimersByTimeAsync(1);
    expect(result.outcome).toBe('TypeError: no network');
  });

  it('is not retried by itself after that, until it is woken', async () => {
    const { attempts, state, held, run } = setUp();
    run();
    await vi.advanceTimersByTimeAsync(30_000);
    const next = run(); // as supabase-js does every minute or so
    await vi.advanceTimersByTimeAsync(30_000);
    expect(next.outcome).toContain('cannot be refreshed now');
    const another = run();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(attempts).toEqual(SERIES);
    state.isDown = false;
    held.wake();
    await vi.advanceTimersByTimeAsync(0);
    expect([another.outcome, attempts.at(-1)]).toEqual(['fresh', 70_000]);
  });

  it('is retried at once when it is woken, and then for another 30 s', async () => {
    const { attempts, held, run } = setUp();
    run();
    await vi.advanceTimersByTimeAsync(13_000);
    held.wake();
    await vi.advanceTimersByTimeAsync(30_000);
    expect(attempts).toEqual([...SERIES.slice(0, 7), ...from(13_000)]);
  });

  it('gets no extra attempt if it is woken less than half a second before the next one', async () => {
    const { attempts, held, run } = setUp();
    run();
    for (let time = 0; time < 550; time += 50) {
      await vi.advanceTimersByTimeAsync(50);
      held.wake();
    }
    await vi.advanceTimersByTimeAsync(50);
    expect(attempts).toEqual([0, 200, 600]);
  });

  it('does not hold the refresh of another session', async () => {
    const { held, run } = setUp();
    run();
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await held.run('another token', async () => 'fresh')).toBe('fresh');
  });

  it('is given up at once when its caller aborts', async () => {
    const { attempts, run } = setUp();
    const caller = new AbortController();
    const result = run(caller.signal);
    await vi.advanceTimersByTimeAsync(250);
    caller.abort();
    await vi.advanceTimersByTimeAsync(30_000);
    expect([result.outcome, attempts]).toEqual(['TypeError: no network', [0, 200]]);
  });

  it('is attempted once more for a caller with an abort signal of its own', async () => {
    const { state, refresh, run } = setUp();
    run();
    await vi.advanceTimersByTimeAsync(30_000);
    state.isDown = false;
    expect(await refresh(new AbortController().signal)).toBe('fresh');
  });

  it('is not retried once it is stopped', async () => {
    const { attempts, held, run } = setUp();
    const result = run();
    await vi.advanceTimersByTimeAsync(250);
    held.stop();
    const later = run();
    held.wake();
    await vi.advanceTimersByTimeAsync(60_000);
    expect([result.outcome, later.outcome, attempts]).toEqual(['waiting', 'waiting', [0, 200]]);
  });

  it('is given up when its caller aborts, also after it is stopped', async () => {
    const { attempts, held, run } = setUp();
    const caller = new AbortController();
    held.stop();
    const result = run(caller.signal);
    await vi.advanceTimersByTimeAsync(60_000);
    expect([result.outcome, attempts]).toEqual(['waiting', [0]]);
    caller.abort();
    await vi.advanceTimersByTimeAsync(0);
    expect(result.outcome).toBe('TypeError: no network');
  });

  it('returns a successful response at once', async () => {
    expect(await createHeldRefresh().run('token', async () => 'fresh')).toBe('fresh');
  });
});

describe('a server that sends Retry-After', () => {
  it.each([429, 503])(
    'gets no request before that time, with status %i, and the failure is reported at once',
    async (status) => {
      const { attempts, state, held, run } = setUp(busy(status, '5'));
      const failure = watch(held.nextFailure());
      const result = run();
      await vi.advanceTimersByTimeAsync(0);
      expect(failure.outcome).toBe('TypeError: busy');
      await vi.advanceTimersByTimeAsync(4_000);
      const nextFailure = watch(held.nextFailure());
      held.wake();
      await vi.advanceTimersByTimeAsync(0);
      expect([nextFailure.outcome, attempts]).toEqual(['TypeError: busy', [0]]);
      state.isDown = false;
      await vi.advanceTimersByTimeAsync(1_000);
      expect([result.outcome, attempts]).toEqual(['fresh', [0, 5_000]]);
    },
  );

  it('gets requests with growing delays once these are longer', async () => {
    const { attempts, run } = setUp(busy(503, '1'));
    run();
    await vi.advanceTimersByTimeAsync(15_000);
    expect(attempts).toEqual([0, 1_000, 2_000, 3_000, 4_600, 7_800, 14_200]);
  });

  it('holds requests for 30 s at most', async () => {
    const { attempts, state, held, refresh, run } = setUp(busy(429, '600'));
    const result = run();
    await vi.advanceTimersByTimeAsync(30_000);
    expect([result.outcome, attempts]).toEqual(['TypeError: busy', [0]]);
    state.isDown = false;
    held.wake();
    expect(await refresh()).toBe('fresh');
  });
});
