import { expect, it } from 'vitest';
import { isConfirmed } from './isConfirmed.ts';

it.each([
  ['ada@example.com', 'ada@example.com', true],
  ['  Ada@Example.com ', 'ada@example.com', true],
  ['', 'ada@example.com', false],
  ['ada@example.co', 'ada@example.com', false],
  ['bob@example.com', 'ada@example.com', false],
  ['DELETE', 'ada@example.com', false],
  ['delete', null, true],
  ['', null, false],
])('%j confirms the deletion of %j: %s', (typed, email, expected) => {
  expect(isConfirmed(typed, email)).toBe(expected);
});
