import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { RemoteState, SlotFill } from '@space/federation';
import { fillersOf } from './fillersOf.ts';

const fill = (slot: string, title: string): SlotFill => ({ slot, title });
const aside = fill('planner.aside', 'Notes');
const state = (fills: SlotFill[] | undefined, more: object = {}) => ({
  live: { version: 'live', fills },
  previous: null,
  canary: null,
  disabled: null,
  ...more,
});
const canaryOn = (percent: number, ...fills: SlotFill[]) => ({
  canary: { percent, release: { version: 'canary', fills } },
});

/** Only the parts of a remote's state that `fillersOf` reads. */
const REMOTES: Record<string, object> = {
  planner: state(undefined),
  notes: state([fill('retro.side', 'Notes in pixels'), aside]),
  weather: state([fill('planner.aside', 'Weather')]),
  off: state([aside], { disabled: 'Moving house.' }),
  added: state(undefined, canaryOn(100, fill('planner.aside', 'Added'))),
  dropped: state([aside], canaryOn(100)),
  other: state(undefined, canaryOn(0, aside)),
};

beforeAll(() => {
  const remotes = REMOTES as Record<string, RemoteState>;
  const textContent = JSON.stringify({ shell: '1', remotes, overrideOrigins: [] });
  vi.stubGlobal('document', { getElementById: () => ({ textContent }) });
});
afterAll(() => {
  vi.unstubAllGlobals();
});

test('a slot is filled by the version of each remote that this device runs, and by none that is switched off', () => {
  expect(fillersOf('planner.aside').map(({ owner, title }) => `${owner}: ${title}`)).toEqual([
    'notes: Notes',
    'weather: Weather',
    'added: Added',
  ]);
  expect(fillersOf('retro.side')).toEqual([{ owner: 'notes', slot: 'retro.side', title: 'Notes in pixels' }]);
  expect(fillersOf('planner.head')).toEqual([]);
});
