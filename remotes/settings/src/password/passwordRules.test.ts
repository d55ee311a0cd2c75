import { expect, it } from 'vitest';
import { passwordRules } from './passwordRules.ts';

it.each([
  ['', []],
  ['x', ['A lowercase letter']],
  ['---', []],
  ['Passw0', ['An uppercase letter', 'A lowercase letter', 'A number']],
  ['12345678', ['At least 8 characters', 'A number']],
  ['Passw0rd', ['At least 8 characters', 'An uppercase letter', 'A lowercase letter', 'A number']],
  ['Ñandú٣xyz', ['At least 8 characters', 'An uppercase letter', 'A lowercase letter', 'A number']],
])('of what a password needs, %j has %j', (password, met) => {
  const rules = passwordRules(password);
  expect(rules).toHaveLength(4);
  expect(rules.filter((rule) => rule.isMet).map((rule) => rule.label)).toEqual(met);
});
