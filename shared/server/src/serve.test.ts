import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { stopRequest } from './serve.ts';

test.each([
  ['SIGINT', 'SIGTERM'],
  ['SIGTERM', 'SIGINT'],
])(
  'stops gracefully on the first %s, and leaves a later %s to Node, which ends the process',
  async (first, second) => {
    const signals = new EventEmitter();
    const stopped = stopRequest(signals);
    expect(signals.emit(first)).toBe(true);
    await stopped;
    expect(signals.emit(first)).toBe(false);
    expect(signals.emit(second)).toBe(false);
  },
);
