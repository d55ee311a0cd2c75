import { expect, test } from 'vitest';
import { checkSlots, slotsOffered, type SlotClaims } from './slotRules.ts';

const offered = slotsOffered([{ offers: ['planner.aside', 'planner.head'] }, {}, { offers: ['retro.side'] }]);
const fill = (slot: string) => ({ slot, title: 'Notes' });

test('a remote may offer slots under its own name and fill slots of other remotes', () => {
  const claims = { offers: ['notes.foot'], fills: [fill('planner.aside'), fill('retro.side')] };
  expect(checkSlots('notes', claims, offered)).toEqual([]);
  expect(checkSlots('notes', {}, offered)).toEqual([]);
  expect(checkSlots('notes', { fills: [fill('elsewhere.aside')] }, null)).toEqual([]);
});

test.each<[string, SlotClaims, string]>([
  [
    'a slot under the name of another remote',
    { offers: ['planner.foot'] },
    "it offers 'planner.foot', which does not begin with its own name",
  ],
  ['a slot twice', { offers: ['notes.foot', 'notes.foot'] }, "it offers 'notes.foot' twice"],
])('a remote may not offer %s', (_, claims, message) => {
  expect(checkSlots('notes', claims, offered)).toEqual([{ rule: 'slots', message }]);
});

test.each<[string, SlotClaims, string]>([
  [
    'a slot that no remote offers',
    { fills: [fill('planner.foot')] },
    "it fills 'planner.foot', which no live remote offers",
  ],
  [
    'its own slot',
    { fills: [fill('notes.foot')] },
    "it fills 'notes.foot', which is on its own page: render that there",
  ],
  [
    'a slot twice',
    { fills: [fill('planner.aside'), fill('planner.aside')] },
    "it fills 'planner.aside' twice",
  ],
])('a remote may not fill %s', (_, claims, message) => {
  expect(checkSlots('notes', claims, offered)).toEqual([{ rule: 'slots', message }]);
});
