import { describe, expect, it, vi } from 'vitest';
import { createHeldRefresh } from './heldRefresh.ts';

describe('a refresh that finds no server', () => {
  it('is asked again as soon as somebody wants it', async () => {
    const held = createHeldRefresh();
    const request = vi
      .fn<() => Promise<string>>()
      .mockRejectedValueOnce(new TypeError('no network'))
      .mockResolvedValueOnce('fresh');
    const failure = held.nextFailure();
    const answer = held.run(request);
    await expect(failure).rejects.toThrow('no network');
    held.wake();
    expect(await answer).toBe('fresh');
    expect(request).toHaveBeenCalledTimes(2);
  });

  it('tells everybody who waits, each time', async () => {
    const held = createHeldRefresh();
    const answer = held.run(vi.fn<() => Promise<string>>().mockRejectedValue(new TypeError('no network')));
    await Promise.all(
      [held.nextFailure(), held.nextFailure()].map((wait) => expect(wait).rejects.toThrow('no network')),
    );
    const again = held.nextFailure();
    held.wake();
    await expect(again).rejects.toThrow('no network');
    void answer.catch(() => undefined);
  });

  it('is given up when nobody asks for long enough', async () => {
    const request = vi.fn<() => Promise<string>>().mockRejectedValue(new TypeError('no network'));
    await expect(createHeldRefresh(5).run(request)).rejects.toThrow('no network');
    expect(request).toHaveBeenCalledTimes(1);
  });

  it('is given up at once when nobody waits for it any longer', async () => {
    const request = vi.fn<() => Promise<string>>().mockRejectedValue(new TypeError('no network'));
    const { run, nextFailure } = createHeldRefresh();
    const caller = new AbortController();
    const failure = nextFailure();
    const answer = run(request, caller.signal);
    await expect(failure).rejects.toThrow('no network');
    caller.abort();
    await expect(answer).rejects.toThrow('no network');
    await expect(run(request, caller.signal)).rejects.toThrow('no network');
    expect(request).toHaveBeenCalledTimes(2);
  });

  it('passes an answer on at once', async () => {
    expect(await createHeldRefresh().run(async () => 'fresh')).toBe('fresh');
  });
});
