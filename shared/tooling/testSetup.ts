import { afterAll, afterEach, expect, vi } from 'vitest';

// A warning or an error on the console fails the test. A test that expects one replaces the method itself. Recorded last in
// the chain: what the server's own filter suppresses does not count.

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

// Stubs of a file, such as a `fetch`, a `window` or a clock of `AbortSignal`, would remain for the files that follow in its
// process.
afterAll(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});
