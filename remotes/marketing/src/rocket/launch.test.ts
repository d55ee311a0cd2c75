import { expect, test } from 'vitest';
import { ON_THE_PAD, advance, press, stepOf, type Launch } from './launch.ts';

/** Returns all displays until no step follows by itself, then the last phase and its text. */
function fly(from: Launch, isStill: boolean): string[] {
  const seen: string[] = [];
  let launch = from;
  while (stepOf(launch).milliseconds !== undefined) {
    seen.push(stepOf(launch).display);
    launch = advance(launch, isStill);
  }
  return [...seen, `${stepOf(launch).phase}: ${stepOf(launch).text}`];
}

const ORBIT = 'orbit: In orbit. A week up here has about 110 sunrises. Yours has seven: make them good ones.';

test('a launch counts down, climbs and ends in an orbit', () => {
  expect(fly(press(ON_THE_PAD, false), false)).toEqual(['3', '2', '1', '1 km', '11 km', '100 km', ORBIT]);
});

test('without animation a launch counts down and is in orbit at once', () => {
  expect(fly(press(ON_THE_PAD, true), true)).toEqual(['3', '2', '1', ORBIT]);
});

test('a countdown can be stopped and started again from three', () => {
  const counting = advance(press(ON_THE_PAD, false), false);
  expect(stepOf(counting).display).toBe('2');
  const stopped = press(counting, false);
  expect(stepOf(stopped)).toMatchObject({
    phase: 'ready',
    display: '0 km',
    text: 'Countdown stopped. The rocket is still on the pad.',
  });
  expect(stepOf(press(stopped, false)).display).toBe('3');
});

test.each([false, true])(
  'a rocket in orbit lands and can be launched again (without animation: %s)',
  (isStill) => {
    let launch = press(ON_THE_PAD, isStill);
    while (stepOf(launch).phase !== 'orbit') launch = advance(launch, isStill);
    const home = fly(press(launch, isStill), isStill);
    expect(home.at(-1)).toBe('ready: Safely down. Ready whenever you are.');
    expect(home).toHaveLength(isStill ? 1 : 2);
  },
);

test('pressing the button during the flight has no effect', () => {
  let launch = press(ON_THE_PAD, false);
  while (stepOf(launch).phase !== 'flight') launch = advance(launch, false);
  expect(press(launch, false)).toBe(launch);
});
