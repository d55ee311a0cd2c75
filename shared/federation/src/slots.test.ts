import { expect, test } from 'vitest';
import { slotIn, slotsOf } from './slots.ts';

const lazy = async () => ({ Component: () => null });
const aside = { slot: 'planner.aside', lazy };

test('what a remote exposes for a slot is found; what has another shape is nothing', () => {
  const other = { slot: 'retro.side', lazy };
  expect(slotIn({ routes: [], slots: [other, aside] }, 'planner.aside')).toBe(aside);
  expect(slotIn({ slots: [null, 1, { slot: 'planner.aside' }, aside] }, 'planner.aside')).toBe(aside);
  for (const module of [
    undefined,
    null,
    {},
    { slots: 'x' },
    { slots: [other] },
    { slots: [{ ...aside, lazy: 'x' }] },
  ])
    expect(slotIn(module, 'planner.aside')).toBeUndefined();
});

test('slots are what is declared with its components', async () => {
  const Aside = () => null;
  const fills = [{ slot: 'planner.aside' }];
  const [slot] = slotsOf<{ 'planner.aside': object }>(fills, { 'planner.aside': async () => Aside });
  expect(slot?.slot).toBe('planner.aside');
  expect(await slot?.lazy()).toEqual({ Component: Aside });
  expect(() => slotsOf(fills, {})).toThrow('planner.aside is filled in remote.json and has no component');
});
