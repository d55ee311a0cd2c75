/** A picture as rows of letters, each a colour of the palette; '.' is transparent. Readable in a diff. */
export interface Sprite {
  readonly palette: Readonly<Record<string, string>>;
  readonly rows: readonly string[];
}

const ROCKET_PALETTE = {
  k: '#1b1b3a',
  w: '#f4f4ff',
  s: '#c9c9e6',
  r: '#e5484d',
  m: '#a8262c',
  c: '#5ad1ff',
  f: '#ffb020',
  y: '#ffe680',
};

const DOG_PALETTE = {
  k: '#2b1b17',
  b: '#c98a4b',
  d: '#8f5a2c',
  w: '#fff3e0',
  p: '#ff7aa2',
  r: '#e5484d',
  m: '#a8262c',
};

const ROCKET_BODY = [
  '......kk......',
  '.....krrk.....',
  '....krrrmk....',
  '....krrrmk....',
  '...kwwwwssk...',
  '...kwwwwssk...',
  '...kwkkkksk...',
  '...kkcccckk...',
  '...kkcccckk...',
  '...kwkkkksk...',
  '...kwwwwssk...',
  '...kwwwwssk...',
  '..kkwwwwsskk..',
  '.kmkwwwwsskmk.',
  'kmmkwwwwsskmmk',
  'kmmkkkkkkkkmmk',
  'kkk..kyyk..kkk',
];

/** The rocket with a long flame. */
export const ROCKET: Sprite = {
  palette: ROCKET_PALETTE,
  rows: [...ROCKET_BODY, '.....ffff.....', '.....fyyf.....', '......ff......'],
};

/** The rocket with a short flame: the second frame of the flicker. */
export const ROCKET_LOW: Sprite = {
  palette: ROCKET_PALETTE,
  rows: [...ROCKET_BODY, '.....fyyf.....', '......ff......', '..............'],
};

const DOG_HEAD = ['..................kk.....', '.................kddkkkk.'];

/** The flying dog with its cape up. */
export const DOG: Sprite = {
  palette: DOG_PALETTE,
  rows: [
    ...DOG_HEAD,
    '.mm.............kddbbbbk.',
    '.mrrm...........kddbwkbk.',
    '..mrrrmmm.......kddbbbbbk',
    '..mrrrrrrmm.....kkdbbbkkk',
    '...mrrrrrrrrmmmmkbbbbpk..',
    '...mrrrrrrrrrrrrbbbwwk...',
    '....mmrrrrrrrrkbbbbwk....',
    '.k....mmkkkkkbbbbbbwkk...',
    '.kbk..kbbbbbbbbbbbbbbwk..',
    '..kbkkbbbbbbbbbbbbkkkbwk.',
    '...kbbbbbbbbbbbbbk...kkk.',
    '..kbbbkkkkkkkkbbbk.......',
    '.kbbk.........kbbbk......',
    '.kkk...........kkkk......',
  ],
};

/** The flying dog with its cape down: the second frame of the flap. */
export const DOG_FLAP: Sprite = {
  palette: DOG_PALETTE,
  rows: [
    ...DOG_HEAD,
    '................kddbbbbk.',
    '................kddbwkbk.',
    '................kddbbbbbk',
    '................kkdbbbkkk',
    '..........mmmmmmkbbbbpk..',
    '.mm..mmmmmrrrrrrbbbwwk...',
    '.mrmmrrrrrrrrrkbbbbwk....',
    '.kmrrrrrkkkkkbbbbbbwkk...',
    '.kbmmrkbbbbbbbbbbbbbbwk..',
    '..kbkkbbbbbbbbbbbbkkkbwk.',
    '...kbbbbbbbbbbbbbk...kkk.',
    '..kbbbkkkkkkkkbbbk.......',
    '.kbbk.........kbbbk......',
    '.kkk...........kkkk......',
  ],
};
