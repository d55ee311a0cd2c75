import { afterAll, afterEach, expect, vi } from 'vitest';

// A warning or an error on the console that no test asked for is a fault. A test that expects one replaces the method
// itself. Recorded at the very end of the line: what the server's own filter keeps back was never said.

/** One list for a process, in which several files run. */
const shared = globalThis as { saidOnConsole?: string[] };

function listen(): string[] {
  const said: string[] = [];
  for (const method of ['error', 'warn'] as const) {
    const original = console[method].bind(console);
    console[method] = (...values: unknown[]) => {
      said.push(`console.${method}: ${values.map(String).join(' ')}`);
      original(...values);
    };
  }
  return said;
}

const said = (shared.saidOnConsole ??= listen());

afterEach(() => {
  expect(said.splice(0), 'the console is silent').toEqual([]);
});

// What a file puts in place of a global, or of its methods, would stay for the files that follow in its process: a `fetch`, a
// `window`, a clock of `AbortSignal`.
afterAll(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});
