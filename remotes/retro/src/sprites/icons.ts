import type { Sprite } from '@space/ui';

// Icons of the interface. Those with `INK` take the colour of the text around them. The pixel fonts lack these characters,
// so they are drawn.
const INK = { k: 'currentColor' };

export const ARROW_LEFT: Sprite = {
  palette: INK,
  rows: ['...kk...', '..kkk...', '.kkkkkkk', 'kkkkkkkk', 'kkkkkkkk', '.kkkkkkk', '..kkk...', '...kk...'],
};

export const ARROW_RIGHT: Sprite = mirrored(ARROW_LEFT);

/** The marker before the selected line of a game menu. */
export const CURSOR: Sprite = {
  palette: INK,
  rows: ['kk...', 'kkk..', 'kkkk.', 'kkkkk', 'kkkk.', 'kkk..', 'kk...'],
};

export const PAUSE: Sprite = {
  palette: INK,
  rows: ['kk..kk', 'kk..kk', 'kk..kk', 'kk..kk', 'kk..kk', 'kk..kk', 'kk..kk'],
};

export const EYE: Sprite = {
  palette: INK,
  rows: [
    '...kkkkk...',
    '.kk.....kk.',
    'k...kkk...k',
    'k...kkk...k',
    'k...kkk...k',
    '.kk.....kk.',
    '...kkkkk...',
  ],
};

export const STAR: Sprite = {
  palette: { y: '#ffd23f', w: '#fff6d0', o: '#e08a1e' },
  rows: [
    '....w....',
    '....y....',
    '...wyy...',
    'wwwyyyyyo',
    '.wyyyyyo.',
    '..yyyyo..',
    '..yyyyo..',
    '.yyo.oyo.',
    '.o.....o.',
  ],
};

export const CHECK: Sprite = {
  palette: { g: '#8bd450', d: '#4f9a3a' },
  rows: ['.......gg', '......ggd', 'gg...ggd.', 'ggg.ggd..', '.ggggd...', '..ggd....', '...d.....'],
};

export const HEART: Sprite = {
  palette: { r: '#ff6ba8', w: '#ffe0ec', m: '#b83a72' },
  rows: [
    '.rr...rr.',
    'rwrr.rrrm',
    'rwrrrrrrm',
    'rrrrrrrrm',
    '.rrrrrrm.',
    '..rrrrm..',
    '...rrm...',
    '....m....',
  ],
};

export function mirrored({ palette, rows }: Sprite): Sprite {
  return { palette, rows: rows.map((row) => row.split('').toReversed().join('')) };
}
