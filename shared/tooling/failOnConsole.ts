import { afterEach, beforeEach, expect, vi } from 'vitest';

// A warning or an error on the console that no test asked for is a fault. A test that expects one spies on it itself.
beforeEach(() => {
  vi.spyOn(console, 'error');
  vi.spyOn(console, 'warn');
});

afterEach(() => {
  for (const method of ['error', 'warn'] as const) {
    const spy = vi.mocked(console[method]);
    if (vi.isMockFunction(spy)) {
      const calls = spy.mock.calls;
      spy.mockRestore();
      expect(calls, `console.${method} was called`).toEqual([]);
    }
  }
});
