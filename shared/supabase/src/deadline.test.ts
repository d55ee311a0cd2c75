import { describe, expect, it } from 'vitest';
import { deadline, within } from './deadline.ts';

const never = new Promise<never>(() => {});

describe('a deadline', () => {
  it('ends what never ends by itself', async () => {
    await expect(within(deadline(10), never)).rejects.toMatchObject({ name: 'TimeoutError' });
  });

  it('ends earlier when the caller gives up', async () => {
    const caller = new AbortController();
    const waiting = within(deadline(60_000, caller.signal), never);
    caller.abort(new Error('Gone elsewhere'));
    await expect(waiting).rejects.toThrow('Gone elsewhere');
  });

  it('ends at once when the caller had given up before', async () => {
    const signal = deadline(60_000, AbortSignal.abort(new Error('Gone elsewhere')));
    await expect(within(signal, never)).rejects.toThrow('Gone elsewhere');
  });

  it('still holds where the caller never gives up', async () => {
    const signal = deadline(10, new AbortController().signal);
    await expect(within(signal, never)).rejects.toMatchObject({ name: 'TimeoutError' });
  });

  it('leaves what ends in time alone', async () => {
    expect(await within(deadline(60_000), Promise.resolve('done'))).toBe('done');
    await expect(within(deadline(60_000), Promise.reject(new Error('No')))).rejects.toThrow('No');
  });
});
