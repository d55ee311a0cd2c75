import { describe, expect, it } from 'vitest';
import { deadline, within } from './deadline.ts';

const never = new Promise<never>(() => {});

describe('a deadline', () => {
  it('rejects a promise that never settles', async () => {
    await expect(within(deadline(10), never)).rejects.toMatchObject({ name: 'TimeoutError' });
  });

  it('rejects earlier if the caller aborts', async () => {
    const caller = new AbortController();
    const waiting = within(deadline(60_000, caller.signal), never);
    caller.abort(new Error('Gone elsewhere'));
    await expect(waiting).rejects.toThrow('Gone elsewhere');
  });

  it('rejects at once if the caller had aborted before', async () => {
    const signal = deadline(60_000, AbortSignal.abort(new Error('Gone elsewhere')));
    await expect(within(signal, never)).rejects.toThrow('Gone elsewhere');
  });

  it('still applies if the caller never aborts', async () => {
    const signal = deadline(10, new AbortController().signal);
    await expect(within(signal, never)).rejects.toMatchObject({ name: 'TimeoutError' });
  });

  it('passes on a promise that settles in time', async () => {
    expect(await within(deadline(60_000), Promise.resolve('done'))).toBe('done');
    await expect(within(deadline(60_000), Promise.reject(new Error('No')))).rejects.toThrow('No');
  });
});
