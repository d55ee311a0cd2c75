import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { REMOTES, ROOT } from '../src/places.ts';

// Checks the built files, so `npm run build` must run first.

test.each(['shell', ...REMOTES.map(({ name }) => `remotes/${name}`)])(
  'a release of %s contains no path of the machine that built it, which would change its version',
  (folder) => {
    const built = join(ROOT, folder, 'dist');
    const files = readdirSync(built, { recursive: true, encoding: 'utf8' }).filter((file) =>
      /\.(css|html|js|json|map|txt|xml)$/.test(file),
    );
    expect(files.length).toBeGreaterThan(5);
    expect(files.filter((file) => readFileSync(join(built, file), 'utf8').includes(ROOT))).toEqual([]);
  },
);
