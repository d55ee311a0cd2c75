import { beforeEach, expect, test, vi } from 'vitest';
import { afterPaint } from './afterPaint.ts';

const scheduled: (() => void)[] = [];

/** Runs the callbacks of one frame, as the browser does before it paints. */
function runFrame(): void {
  for (const callback of scheduled.splice(0)) callback();
}

beforeEach(() => vi.stubGlobal('requestAnimationFrame', (callback: () => void) => scheduled.push(callback)));

test('runs a callback in the frame after the next one', () => {
  const done: string[] = [];
  afterPaint(() => done.push('first'));
  runFrame();
  expect(done).toEqual([]);
  afterPaint(() => done.push('second'));
  runFrame();
  expect(done).toEqual(['first']);
  runFrame();
  expect(done).toEqual(['first', 'second']);
  expect(scheduled).toEqual([]);
});

test('runs a callback that is scheduled twice for the same frame once, and again if it is scheduled later', () => {
  let times = 0;
  const count = () => {
    times += 1;
  };
  afterPaint(count);
  afterPaint(count);
  runFrame();
  runFrame();
  expect(times).toBe(1);
  afterPaint(count);
  runFrame();
  runFrame();
  expect(times).toBe(2);
});
