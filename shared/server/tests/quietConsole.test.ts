import { afterEach, expect, test, vi } from 'vitest';
import { runQuietly } from '../src/backend/quietConsole.ts';

afterEach(() => vi.restoreAllMocks());

const databaseError = (code: string) =>
  Object.assign(new Error('value "my private title" is wrong'), {
    code,
    detail: 'my private title',
    severity: 'ERROR',
  });

async function reported(...printed: unknown[]): Promise<string[]> {
  const lines: string[] = [];
  await runQuietly(
    (line) => void lines.push(line),
    async () => {
      await Promise.resolve();
      console.error(...printed);
      console.info(...printed);
    },
  );
  return lines.slice(0, lines.length / 2);
}

test.each(['22P02', '23505', '23514', '42501', '42703', 'PGRST205', 'P0001'])(
  'a refused request (%s) is not reported',
  async (code) => {
    expect(await reported(databaseError(code))).toEqual([]);
  },
);

test.each(['53100', '57P01', 'XX000', '40001', '58030'])(
  'a real fault (%s) is reported without its data',
  async (code) => {
    const lines = await reported(databaseError(code));
    expect(lines).toEqual([expect.stringMatching(new RegExp(`^The backend reported Error ${code} at `))]);
    expect(lines.join()).not.toContain('private');
  },
);

test('an error in the program is reported with its location', async () => {
  const lines = await reported('Auth error:', new TypeError('Cannot read properties of my private title'));
  expect(lines).toEqual([
    expect.stringMatching(/^The backend failed with TypeError at .*quietConsole\.test\.ts/),
  ]);
});

test('output that is not an error is dropped', async () => {
  expect(await reported('[POSTGREST:SQL] insert', ['my private title'])).toEqual([]);
});
