import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SHELL } from '@space/store';
import { framesOf } from './framesOf.ts';
import { pagesOf } from './pagesOf.ts';

// Run by `prerender`, in a process of its own: React decides by NODE_ENV, once.

const [name = '', folder = ''] = process.argv.slice(2);
const [file, content] =
  name === SHELL ? ['frames.json', await framesOf(folder)] : ['pages.json', await pagesOf(name, folder)];
await writeFile(join(folder, 'dist', file), `${JSON.stringify(content, null, 1)}\n`);
