import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { stopRequest } from './stopRequest.ts';

test.each([
  ['SIGINT', 'SIGTERM'],
  ['SIGTERM', 'SIGINT'],
])(
  'the first %s is waited for; a %s after it is left to Node, which ends the process',
  async (first, second) => {
    const signals = new EventEmitter();
    const stopped = stopRequest(signals);
    expect(signals.emit(first)).toBe(true);
    await stopped;
    expect(signals.emit(first)).toBe(false);
    expect(signals.emit(second)).toBe(false);
  },
);
