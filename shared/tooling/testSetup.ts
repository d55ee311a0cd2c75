import { afterAll, afterEach, expect, vi } from 'vitest';

// A warning or an error on the console fails the test. A test that expects one replaces the method itself.

/** One list for each process, which runs several files. */
const shared = globalThis as { consoleMessages?: string[] };

function listen(): string[] {
  const messages: string[] = [];
  for (const method of ['error', 'warn'] as const) {
    const original = console[method].bind(console);
    console[method] = (...values: unknown[]) => {
      messages.push(`console.${method}: ${values.map(String).join(' ')}`);
      original(...values);
    };
  }
  return messages;
}

const messages = (shared.consoleMessages ??= listen());

afterEach(() => {
  expect(messages.splice(0), 'the console is silent').toEqual([]);
});

// Stubs would remain for the files that follow in the same process.
afterAll(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});
