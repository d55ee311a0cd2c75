import { beforeEach, expect, test, vi } from 'vitest';
import { afterPaint } from './afterPaint.ts';

const asked: (() => void)[] = [];

/** Plays one frame, up to where the browser would paint it. */
function frame(): void {
  for (const callback of asked.splice(0)) callback();
}

beforeEach(() => vi.stubGlobal('requestAnimationFrame', (callback: () => void) => asked.push(callback)));

test('what is put off is done in the frame after the next one', () => {
  const done: string[] = [];
  afterPaint(() => done.push('first'));
  frame();
  expect(done).toEqual([]);
  afterPaint(() => done.push('second'));
  frame();
  expect(done).toEqual(['first']);
  frame();
  expect(done).toEqual(['first', 'second']);
  expect(asked).toEqual([]);
});

test('what is put off twice for one frame is done once, and again when it is put off again', () => {
  let times = 0;
  const count = () => {
    times += 1;
  };
  afterPaint(count);
  afterPaint(count);
  frame();
  frame();
  expect(times).toBe(1);
  afterPaint(count);
  frame();
  frame();
  expect(times).toBe(2);
});
