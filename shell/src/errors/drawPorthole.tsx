import type { ReactNode } from 'react';
import { DOG, DOG_FLAP, PixelSprite, ROCKET_LOW, type Sprite } from '@space/ui';

const PALETTE = { k: '#1b1b3a', w: '#f4f4ff', s: '#b7b7dc', p: '#5aa9ff', q: '#2f6fd0', r: '#ff6b6b' };

const BELOW_THE_LAMP = [
  '............k............',
  '...........kkk...........',
  'kkkkkkk..kkkkkkk..kkkkkkk',
  'kpqpqpk..kwwwwsk..kpqpqpk',
  'kqpqpqkkkkwkkwskkkkqpqpqk',
  'kpqpqpksskwkkwsksskpqpqpk',
  'kqpqpqkkkkwwwwskkkkqpqpqk',
  'kpqpqpk..ksssssk..kpqpqpk',
  'kkkkkkk..kkkkkkk..kkkkkkk',
  '..........kwssk..........',
  '.........kwwsssk.........',
  '........kkkkkkkkk........',
];

const SATELLITE: Sprite = { palette: PALETTE, rows: ['............r............', ...BELOW_THE_LAMP] };

/** The same with the lamp out: the second frame of the blinking. */
const SATELLITE_DARK: Sprite = { palette: PALETTE, rows: ['.'.repeat(25), ...BELOW_THE_LAMP] };

/** What the window shows: the dog, lost; a satellite that does not respond; the rocket, tumbling. */
const VIEWS = {
  lost: { frames: [DOG, DOG_FLAP], scale: 4 },
  silent: { frames: [SATELLITE, SATELLITE_DARK], scale: 4 },
  crash: { frames: [ROCKET_LOW], scale: 5 },
} as const;

export type PortholeView = keyof typeof VIEWS;

/** Every sprite has a light outline, to be visible against the night. */
export const drawPorthole = (view: PortholeView): ReactNode => (
  <PixelSprite {...VIEWS[view]} outline="var(--color-accent-strong)" />
);
