import { vi } from 'vitest';

/** Waits until `read` returns a truthy value. Returns the value. The timeout allows for a busy machine. */
export const until = <T>(read: () => T | Promise<T>) => vi.waitUntil(read, { timeout: 30_000, interval: 10 });
