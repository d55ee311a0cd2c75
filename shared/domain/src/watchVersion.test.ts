import { expect, test, vi } from 'vitest';
import { watchVersion } from './requests.ts';

function setUp() {
  const version = vi.fn<() => Promise<string | null>>().mockResolvedValue('one');
  const read = vi.fn<() => Promise<boolean>>().mockResolvedValue(true);
  return { version, read, ...watchVersion({ version, read }) };
}

test('loads the data again only if its version has changed; none is a version, too', async () => {
  const { version, read, poll } = setUp();
  for (const [current, reads] of [
    ['one', 1],
    ['two', 2],
    [null, 3],
  ] as const) {
    version.mockResolvedValue(current);
    await poll();
    await poll();
    expect(read).toHaveBeenCalledTimes(reads);
  }
});

test('loads the data at the next poll if it could not be loaded before, and returns whether it is current', async () => {
  const { read, poll } = setUp();
  read.mockResolvedValueOnce(false);
  expect(await poll()).toBe(false);
  expect(await poll()).toBe(true);
  expect(await poll()).toBe(true);
  expect(read).toHaveBeenCalledTimes(2);
});

test.each([false, true])(
  'merges polls that are requested during another into one after it (fails: %j)',
  async (fails) => {
    const { version, read, poll } = setUp();
    if (fails) version.mockRejectedValueOnce(new Error('offline'));
    else version.mockResolvedValueOnce('before');
    await Promise.all([poll(), poll(), poll()]);
    expect(version).toHaveBeenCalledTimes(2);
    expect(read).toHaveBeenCalledTimes(fails ? 1 : 2);
  },
);

test('a failed poll does not prevent the next one, and forget() makes a poll load the data again', async () => {
  const { version, read, poll, forget } = setUp();
  version.mockRejectedValueOnce(new Error('offline'));
  await expect(poll()).rejects.toThrow('offline');
  await poll();
  forget();
  await poll();
  expect(read).toHaveBeenCalledTimes(2);
});
