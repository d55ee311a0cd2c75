import { join, relative } from 'node:path';
import { ROOT } from '../places.ts';
import { packPackages } from './packPackages.ts';

// `node shared/release/src/packages/main.ts`: packs the files for `npm publish <file>` (CONTRIBUTING.md).

const files = await packPackages(join(ROOT, 'dist', 'packages'));
for (const file of files) console.log(relative(ROOT, file));
