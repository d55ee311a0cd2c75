import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CONTAINERS, CONTAINER_VERSION } from '@space/federation';
import { expect, test } from 'vitest';

const guide = readFileSync(join(import.meta.dirname, '../../docs/own-a-remote.md'), 'utf8');

test.each([
  'by-vite/vite.config.js',
  'by-rspack/rspack.config.js',
  'by-rspack/remote.json',
  'by-rspack/src/routes.js',
  'by-rsbuild/rsbuild.config.js',
  'by-webpack/webpack.config.js',
])('docs/own-a-remote.md has %s word for word', (file) => {
  const text = readFileSync(join(import.meta.dirname, file), 'utf8');
  expect(guide).toContain(`\`\`\`${file.endsWith('.json') ? 'json' : 'js'}\n${text}\`\`\`\n`);
});

test('docs/own-a-remote.md names each tool version that the gate accepts', () => {
  const versions = CONTAINERS.filter((one) => one !== CONTAINER_VERSION).map((one) =>
    one.replace(/^\D+/, ''),
  );
  const named = /These were: .*?`npm run lab/s.exec(guide)?.[0].match(/\d+\.\d+\.\d+/g);
  expect(named?.sort()).toEqual(versions.sort());
});
