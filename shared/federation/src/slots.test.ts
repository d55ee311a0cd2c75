import { expect, test } from 'vitest';
import { slotIn } from './slots.ts';

const Aside = () => null;

test.each([
  ['a component', async () => Aside],
  ['a module', async () => ({ default: Aside })],
])('what a remote exposes for a slot is found: %s', async (_, load) => {
  const slot = slotIn({ pages: {}, slots: { 'retro.side': load, 'planner.aside': load } }, 'planner.aside');
  expect(slot?.slot).toBe('planner.aside');
  expect(await slot?.lazy()).toEqual({ Component: Aside });
});

test.each([
  undefined,
  null,
  {},
  { slots: 'x' },
  { slots: [async () => Aside] },
  { slots: { 'retro.side': async () => Aside } },
  { slots: { 'planner.aside': 'x' } },
])('what has another shape is nothing: %j', (module) => {
  expect(slotIn(module, 'planner.aside')).toBeUndefined();
});
