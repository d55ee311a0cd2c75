import { expect, test } from 'vitest';
import { PLANS } from './plans.ts';

test('the plans are the three of the spec', () => {
  expect(PLANS.map(({ name, price, period, highlighted }) => [name, price, period, highlighted])).toEqual([
    ['Free', '$0', 'forever', false],
    ['Pro', '$1', 'per month', true],
    ['Space Master', '$4', 'per month', false],
  ]);
});

test('each plan lists what the spec advertises', () => {
  expect(PLANS.map(({ features }) => features.join(', ').toLowerCase())).toEqual([
    'up to 50 tasks per week, 5 goal cards, basic support, weekly view, star and pin, emoji',
    'unlimited tasks and goal cards, priority support, analytics, custom themes, pdf export, team collaboration, recurring tasks',
    'everything in pro, unlimited team members, integrations, api access, custom workflows, dedicated support, white-label, advanced security, priority feature requests',
  ]);
});
