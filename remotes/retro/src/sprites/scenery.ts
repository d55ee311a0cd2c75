import type { Sprite } from '@space/ui';

export const PLANET: Sprite = {
  palette: { w: '#ffd9ec', p: '#ff8fbf', v: '#c65aa0', d: '#7d3a7c', y: '#ffe27a', o: '#d9963a' },
  rows: [
    '................ww................',
    '.............wwwwpppp.............',
    '...........wwwwwppppppv...........',
    '...ooooooowwwwwvvvpppvpv..........',
    '..ooyyyyyywwwwpvvvvvdpvv..........',
    '...oyy...wwwwpppppvdvdddv.........',
    '...ooyy..wwwppppppvpvdddd.........',
    '.....oyy.wwppppppvpvvvvdd.........',
    '......ooyyppppppvpvvvvdvdd........',
    '........oyyyvppvvvvvvdvdddoo......',
    '.........poyyyddvvvvdvddd.yyo.....',
    '.........pppooyyydddddddd..yyoo...',
    '.........pppvvvooyyyydddd...yyo...',
    '..........pvvvvvvdooyyyyyyyyyyoo..',
    '..........vvvvvvddddddooooooooo...',
    '...........vvvvdddddddd...........',
    '.............vddddddd.............',
    '................dd................',
  ],
};

export const CLOUD: Sprite = {
  palette: { w: '#6f7fb8', s: '#55649c', d: '#434f82' },
  rows: [
    '..........wwwww...........',
    '.......wwwwwwwwww..www....',
    '......wwwwwwwwwwwwwwwww...',
    '..wwwwwwwwwwwwwwwwwwwwwww.',
    '.wwwwwwwwwwwwwwwwwwwwwwwws',
    'wwwwwwwsswwwwwwsswwwwwwsss',
    'swwwsssssswwssssssswwsssss',
    '.sssssssssssssssssssssssd.',
    '..dddsssddddddsssddddddd..',
  ],
};

export const PINE: Sprite = {
  palette: { l: '#58b368', g: '#2f8553', d: '#1c5b45', t: '#5a3a26', k: '#3a2417' },
  rows: [
    '.....l.....',
    '....lgg....',
    '....lgd....',
    '...lgggd...',
    '..llgggdd..',
    '...lgggd...',
    '..lggggdd..',
    '.llggggddd.',
    '..lgggggd..',
    '.lgggggddd.',
    'llggggggddd',
    '....ttk....',
    '....ttk....',
  ],
};

export const KENNEL: Sprite = {
  palette: {
    r: '#e5484d',
    m: '#a8262c',
    w: '#c98a4b',
    b: '#8f5a2c',
    k: '#2b1b17',
    y: '#ffd23f',
    n: '#fff3e0',
  },
  rows: [
    '........rm........',
    '......rrrrmm......',
    '....rrrrrrrrmm....',
    '..rrrrrrrrrrrrmm..',
    'rrrrrrrrrrrrrrrrmm',
    'mmmwwwwwwwwwwwwmmm',
    '..wnwwwwwwwwnwwb..',
    '..wwnnnnnnnnwwwb..',
    '..wnwwwwwwwwnwwb..',
    '..wwwwkkkkkwwwwb..',
    '..wwwkyyyyykwwwb..',
    '..bwwkyyyyykwwbb..',
    '..wwwkyyyyykwwwb..',
    '..wwwkyyyyykwwwb..',
    '..bbwkyyyyykwbbb..',
  ],
};

export const COIN: Sprite = {
  palette: { y: '#ffd23f', w: '#fff6d0', o: '#e08a1e', d: '#a85a12' },
  rows: [
    '..yyyyy..',
    '.ywwwwyo.',
    'ywwyyyyoo',
    'ywyyoyyoo',
    'ywyyoyyoo',
    'ywyyoyyoo',
    'yyyyyyooo',
    '.yyyyood.',
    '..ooodd..',
  ],
};

export const CROWN: Sprite = {
  palette: { y: '#ffd23f', w: '#fff6d0', o: '#e08a1e', r: '#ff6ba8', c: '#5ad1ff' },
  rows: [
    '.......yy.......',
    '......ywyy......',
    'yy.....yy.....yy',
    'ywy...ywyo...yyo',
    '.ywy..ywyo..yyo.',
    '.ywyyywyyoyyyyo.',
    '.ywwwwwyyyyyyyo.',
    '.ywyrryycyyrryo.',
    '.ywyrrycccyrryo.',
    '.yyyyyyycyyyyyo.',
    '.oooooooooooooo.',
    '.wyyyyyyyyyyyyo.',
    '.oooooooooooooo.',
  ],
};
