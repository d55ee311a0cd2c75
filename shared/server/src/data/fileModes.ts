import { constants } from 'node:fs';

// Emscripten asks Node for its numbers of file modes in a way that the permission model refuses (`NODEFS.staticInit`).
Reflect.set(process, 'binding', () => ({ fs: constants }));
