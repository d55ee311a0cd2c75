import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '@space/release';
import { commandOf, copyOf, environmentOf, ignores, linesOf } from './containerfile.ts';

// Static checks of the Containerfile; `npm run lab -- golive container` runs it.

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const lines = linesOf(read('Containerfile'));
const rest = (word: string) => lines.findLast((line) => line.word === word)?.rest ?? '';

test('the Containerfile has one instruction per line, and the versions that the repository pins', () => {
  const fileLines = read('Containerfile').split('\n');
  expect(lines).toHaveLength(fileLines.filter((line) => line !== '' && !line.startsWith('#')).length);
  const pinned = (name: string) =>
    new RegExp(`^  ${name}: (\\S+)$`, 'm').exec(read('pnpm-workspace.yaml'))?.[1];
  const bases = lines.filter(({ word }) => word === 'FROM').map((line) => line.rest.split(' ')[0]);
  expect(bases).toEqual([`node:${pinned('node')}-slim`, `node:${pinned('node')}-slim`, 'debian:trixie-slim']);
  expect(lines.map((line) => line.rest).join('\n')).toContain(`--package=pnpm@${pinned('pnpm')} `);
});

test('the server does not run as root, owns only its volumes, and has a health check for readiness', () => {
  const [user] = rest('USER').split(':');
  expect(Number(user)).toBeGreaterThan(1000);
  const owned = lines.flatMap(({ word, rest: copied }) => (word === 'COPY' ? [copyOf(copied)] : []));
  const written = owned.filter(({ owner }) => owner === rest('USER')).map(({ to }) => to);
  expect(written.sort()).toEqual(rest('VOLUME').split(' ').sort());
  const { SITE_DIR, DATA_DIR } = environmentOf(rest('ENV'));
  expect([DATA_DIR, SITE_DIR]).toEqual(rest('VOLUME').split(' '));
  expect(commandOf(rest('HEALTHCHECK')).join(' ')).toContain('/readyz');
  expect(commandOf(rest('CMD')).at(-1)).toBe('shared/server/src/main.ts');
});

test('the image contains no data, no build and no Git history of this machine', () => {
  const isIgnored = ignores(read('.dockerignore'));
  const included = [
    '.space/data/secrets.json',
    '.git/config',
    'dist/site/index.html',
    'shell/node_modules/a.js',
    'shared/server/deploy/compose/.env',
  ].filter((file) => !isIgnored(file));
  expect(included).toEqual([]);
  expect(['package.json', 'shared/server/src/main.ts'].filter(isIgnored)).toEqual([]);
});
