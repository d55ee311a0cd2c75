import { afterEach, expect } from 'vitest';

// A warning or an error on the console that no test asked for is a fault. A test that expects one replaces the method
// itself. Recorded at the very end of the line: what the server's own filter keeps back was never said.
const said: string[] = [];

for (const method of ['error', 'warn'] as const) {
  const original = console[method].bind(console);
  console[method] = (...values: unknown[]) => {
    said.push(`console.${method}: ${values.map(String).join(' ')}`);
    original(...values);
  };
}

afterEach(() => {
  expect(said.splice(0), 'the console is silent').toEqual([]);
});
