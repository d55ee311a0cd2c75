import { expect, test } from 'vitest';
import { slotIn } from './slots.ts';

const Aside = () => null;

test.each([
  ['a component', async () => Aside],
  ['a module', async () => ({ default: Aside })],
])('finds what a remote exposes for a slot: %s', async (_, load) => {
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
])('finds nothing in a module of another shape: %j', (module) => {
  expect(slotIn(module, 'planner.aside')).toBeUndefined();
});
