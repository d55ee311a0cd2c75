import { expect, test, vi } from 'vitest';
import { watchVersion } from './watchVersion.ts';

function setUp() {
  const version = vi.fn<() => Promise<string | null>>().mockResolvedValue('one');
  const read = vi.fn<() => Promise<boolean>>().mockResolvedValue(true);
  return { version, read, ...watchVersion({ version, read }) };
}

test('what did not change is not read again', async () => {
  const { version, read, look } = setUp();
  await look();
  await look();
  expect(read).toHaveBeenCalledTimes(1);
  version.mockResolvedValue('two');
  await look();
  await look();
  expect(read).toHaveBeenCalledTimes(2);
  expect(version).toHaveBeenCalledTimes(4);
});

test('no version at all is one, too', async () => {
  const { version, read, look } = setUp();
  version.mockResolvedValue(null);
  await look();
  await look();
  expect(read).toHaveBeenCalledTimes(1);
});

test('what could not be read is read at the next look', async () => {
  const { read, look } = setUp();
  read.mockResolvedValueOnce(false);
  await look();
  await look();
  await look();
  expect(read).toHaveBeenCalledTimes(2);
});

test('looks that are asked for during one are one more after it', async () => {
  const { version, read, look } = setUp();
  const answers = ['one', 'two', 'three'];
  version.mockImplementation(() => Promise.resolve(answers.shift() ?? null));
  await Promise.all([look(), look(), look()]);
  expect(version).toHaveBeenCalledTimes(2);
  expect(read).toHaveBeenCalledTimes(2);
});

test('a look that is asked for while a question fails is asked all the same', async () => {
  const { version, read, look } = setUp();
  version.mockRejectedValueOnce(new Error('offline'));
  await Promise.all([look(), look()]);
  expect(version).toHaveBeenCalledTimes(2);
  expect(read).toHaveBeenCalledTimes(1);
});

test('a question that fails changes nothing, and the next one is asked', async () => {
  const { version, read, look, forget } = setUp();
  version.mockRejectedValueOnce(new Error('offline'));
  await expect(look()).rejects.toThrow('offline');
  await look();
  forget();
  await look();
  expect(read).toHaveBeenCalledTimes(2);
});
