import type { Sprite } from '@space/ui';

const PALETTE = {
  k: '#1b1b3a',
  w: '#f4f4ff',
  s: '#b7b7dc',
  p: '#5aa9ff',
  q: '#2f6fd0',
  r: '#ff6b6b',
};

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

export const SATELLITE: Sprite = { palette: PALETTE, rows: ['............r............', ...BELOW_THE_LAMP] };

/** The same with the lamp out: the second frame of the blinking. */
export const SATELLITE_DARK: Sprite = {
  palette: PALETTE,
  rows: ['.........................', ...BELOW_THE_LAMP],
};
