import { constants } from 'node:fs';

// Emscripten reads Node's file modes through `process.binding`, which the permission model denies (`NODEFS.staticInit`).
Reflect.set(process, 'binding', () => ({ fs: constants }));
