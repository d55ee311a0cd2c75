import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createHeldRefresh } from './heldRefresh.ts';
import { unusableAnswer } from './retryAfter.ts';

const SERIES = [0, 200, 600, 1_400, 3_000, 6_200, 12_600, 25_400];
const from = (start: number) => SERIES.map((time) => start + time);

beforeEach(() => vi.useFakeTimers({ now: 0 }));
afterEach(() => vi.useRealTimers());

const busy = (status: number, retryAfter: string) =>
  unusableAnswer('busy', new Response('', { status, headers: { 'retry-after': retryAfter } }));

/** How a promise stands, without waiting for it. */
function watch(promise: Promise<unknown>): { outcome: string } {
  const seen = { outcome: 'waiting' };
  promise.then(
    (value) => (seen.outcome = String(value)),
    (error: unknown) => (seen.outcome = String(error)),
  );
  return seen;
}

/** A refresh that fails for as long as `isDown`, when the server was asked, and what its callers see. */
function setUp(error: Error = new TypeError('no network')) {
  const asked: number[] = [];
  const state = { isDown: true };
  const held = createHeldRefresh();
  const request = async (): Promise<string> => {
    asked.push(Date.now());
    if (state.isDown) throw error;
    return 'fresh';
  };
  const ask = (signal?: AbortSignal) => held.run('token', request, signal);
  return { asked, state, held, ask, run: (signal?: AbortSignal) => watch(ask(signal)) };
}

describe('a refresh that finds no server', () => {
  it('is tried again after 200 ms, and no person hears of it', async () => {
    const { asked, state, held, run } = setUp();
    const failure = watch(held.nextFailure());
    const answer = run();
    await vi.advanceTimersByTimeAsync(199);
    expect(asked).toEqual([0]);
    state.isDown = false;
    await vi.advanceTimersByTimeAsync(1);
    expect(asked).toEqual([0, 200]);
    expect([answer.outcome, failure.outcome]).toEqual(['fresh', 'waiting']);
  });

  it('is tried with growing waits for 30 s and then fails; those who wait hear of the third failure', async () => {
    const { asked, held, run } = setUp();
    const failures = [watch(held.nextFailure()), watch(held.nextFailure())];
    const answer = run();
    await vi.advanceTimersByTimeAsync(599);
    expect(failures.map(({ outcome }) => outcome)).toEqual(['waiting', 'waiting']);
    await vi.advanceTimersByTimeAsync(1);
    expect(failures.map(({ outcome }) => outcome)).toEqual(Array(2).fill('TypeError: no network'));
    await vi.advanceTimersByTimeAsync(29_399);
    expect([asked, answer.outcome]).toEqual([SERIES, 'waiting']);
    await vi.advanceTimersByTimeAsync(1);
    expect(answer.outcome).toBe('TypeError: no network');
  });

  it('is not tried again by itself after that, until the network or the person is back', async () => {
    const { asked, state, held, run } = setUp();
    run();
    await vi.advanceTimersByTimeAsync(30_000);
    const next = run(); // as supabase-js does every minute or so
    await vi.advanceTimersByTimeAsync(30_000);
    expect(next.outcome).toContain('cannot be refreshed now');
    const another = run();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(asked).toEqual(SERIES);
    state.isDown = false;
    held.wake();
    await vi.advanceTimersByTimeAsync(0);
    expect([another.outcome, asked.at(-1)]).toEqual(['fresh', 70_000]);
  });

  it('is tried at once when it is woken, and has another 30 s', async () => {
    const { asked, held, run } = setUp();
    run();
    await vi.advanceTimersByTimeAsync(13_000);
    held.wake();
    await vi.advanceTimersByTimeAsync(30_000);
    expect(asked).toEqual([...SERIES.slice(0, 7), ...from(13_000)]);
  });

  it('gains no attempt by being woken while the next is less than half a second away', async () => {
    const { asked, held, run } = setUp();
    run();
    for (let time = 0; time < 550; time += 50) {
      await vi.advanceTimersByTimeAsync(50);
      held.wake();
    }
    await vi.advanceTimersByTimeAsync(50);
    expect(asked).toEqual([0, 200, 600]);
  });

  it('of another session is not held by it', async () => {
    const { held, run } = setUp();
    run();
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await held.run('another token', async () => 'fresh')).toBe('fresh');
  });

  it('is given up at once when its caller waits no longer', async () => {
    const { asked, run } = setUp();
    const caller = new AbortController();
    const answer = run(caller.signal);
    await vi.advanceTimersByTimeAsync(250);
    caller.abort();
    await vi.advanceTimersByTimeAsync(30_000);
    expect([answer.outcome, asked]).toEqual(['TypeError: no network', [0, 200]]);
  });

  it('is asked for once more by a caller with a time limit of its own', async () => {
    const { state, ask, run } = setUp();
    run();
    await vi.advanceTimersByTimeAsync(30_000);
    state.isDown = false;
    expect(await ask(new AbortController().signal)).toBe('fresh');
  });

  it('is not tried again after the end of its page', async () => {
    const { asked, held, run } = setUp();
    const answer = run();
    await vi.advanceTimersByTimeAsync(250);
    held.stop();
    const later = run();
    held.wake();
    await vi.advanceTimersByTimeAsync(60_000);
    expect([answer.outcome, later.outcome, asked]).toEqual(['waiting', 'waiting', [0, 200]]);
  });

  it('is given up with its caller also after the end of its page', async () => {
    const { asked, held, run } = setUp();
    const caller = new AbortController();
    held.stop();
    const answer = run(caller.signal);
    await vi.advanceTimersByTimeAsync(60_000);
    expect([answer.outcome, asked]).toEqual(['waiting', [0]]);
    caller.abort();
    await vi.advanceTimersByTimeAsync(0);
    expect(answer.outcome).toBe('TypeError: no network');
  });

  it('passes an answer on at once', async () => {
    expect(await createHeldRefresh().run('token', async () => 'fresh')).toBe('fresh');
  });
});

describe('a server that says when to ask again', () => {
  it.each([429, 503])(
    'is not asked before that, with %i, and a person hears of it at once',
    async (status) => {
      const { asked, state, held, run } = setUp(busy(status, '5'));
      const failure = watch(held.nextFailure());
      const answer = run();
      await vi.advanceTimersByTimeAsync(0);
      expect(failure.outcome).toBe('TypeError: busy');
      await vi.advanceTimersByTimeAsync(4_000);
      const again = watch(held.nextFailure());
      held.wake();
      await vi.advanceTimersByTimeAsync(0);
      expect([again.outcome, asked]).toEqual(['TypeError: busy', [0]]);
      state.isDown = false;
      await vi.advanceTimersByTimeAsync(1_000);
      expect([answer.outcome, asked]).toEqual(['fresh', [0, 5_000]]);
    },
  );

  it('is asked with growing waits where these are longer', async () => {
    const { asked, run } = setUp(busy(503, '1'));
    run();
    await vi.advanceTimersByTimeAsync(15_000);
    expect(asked).toEqual([0, 1_000, 2_000, 3_000, 4_600, 7_800, 14_200]);
  });

  it('keeps a person from asking for 30 s at most', async () => {
    const { asked, state, held, ask, run } = setUp(busy(429, '600'));
    const answer = run();
    await vi.advanceTimersByTimeAsync(30_000);
    expect([answer.outcome, asked]).toEqual(['TypeError: busy', [0]]);
    state.isDown = false;
    held.wake();
    expect(await ask()).toBe('fresh');
  });
});
