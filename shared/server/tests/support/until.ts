import { vi } from 'vitest';

/** Waits until something is there, on a busy machine as well. Returns it. */
export const until = <T>(look: () => T | Promise<T>) => vi.waitUntil(look, { timeout: 30_000, interval: 10 });
