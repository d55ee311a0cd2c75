import { ROCKET, type Sprite } from '@space/ui';

const STEEL = { g: '#6b78c0', d: '#39427a', r: '#e5484d', y: '#ffe680' };

export const ROCKET_COLD: Sprite = {
  palette: ROCKET.palette,
  rows: ROCKET.rows.map((row, index) =>
    index < ROCKET.rows.length - 3 ? row.replaceAll('y', 's') : '.'.repeat(row.length),
  ),
};

const LATTICE = [
  'gggggggg....',
  'gd....dg....',
  'g.d..d.g....',
  'g..dd..g....',
  'g.d..d.g....',
  'gd....dg....',
];

export const TOWER: Sprite = {
  palette: STEEL,
  rows: [
    '...rr.......',
    '...gg.......',
    ...LATTICE,
    'gggggggggggg',
    'gd....dgdddd',
    'g.d..d.g....',
    'g..dd..g....',
    'g.d..d.g....',
    'gd....dg....',
    ...LATTICE,
    'gggggggggggg',
    'gd....dgdddd',
    ...LATTICE.slice(2),
  ],
};

export const PAD: Sprite = {
  palette: STEEL,
  rows: [
    '..........gggggggggggg............',
    'gggggggggggggggggggggggggggggggggg',
    'dyddyddyddyddyddyddyddyddyddyddydd',
    'dddddddddddddddddddddddddddddddddd',
  ],
};

const MOON_PALETTE = { l: '#f4f4ff', m: '#c9c9e6', d: '#9a9ac4' };

export const MOON: Sprite = {
  palette: MOON_PALETTE,
  rows: [
    '....llllll....',
    '..llllllllmm..',
    '.llllddlllmmm.',
    '.llldddmllmmm.',
    'lllllddlllmmmm',
    'llllllllllmmmm',
    'lldlllllldmmmm',
    'llllllllddmmmm',
    'lllllllllmmmmm',
    'llllldlllmmdmm',
    '.llldddllmmmm.',
    '.llllmllmmmmm.',
    '..llllmmmmmm..',
    '....mmmmmm....',
  ],
};

export const SMOKE: Sprite = {
  palette: { w: '#f4f4ff', s: '#c9c9e6' },
  rows: ['...www......', '.wwwwwww.ww.', 'wwwwwwwwwwww', 'wwswwwsswwws', '.ssswsssswss'],
};
