import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const INSTALLED = join(ROOT, 'node_modules/.pnpm');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

/** The packages of the catalog, with their versions. */
function readCatalog(): (readonly [name: string, version: string])[] {
  const [, catalog = ''] = /^catalog:\n((?: {2}.+\n)+)/m.exec(read('pnpm-workspace.yaml')) ?? [];
  return [...catalog.matchAll(/^ {2}'?([^':]+)'?: (.+)$/gm)].map(([, name = '', version = '']) => [
    name,
    version,
  ]);
}

/** The licence that an installed package declares. */
function licenceOf(name: string, version: string, folders: readonly string[]): unknown {
  const beginning = `${name.replace('/', '+')}@${version}`;
  const folder = folders.find((one) => one === beginning || one.startsWith(`${beginning}_`));
  const file = join(INSTALLED, folder ?? `no ${beginning}`, 'node_modules', name, 'package.json');
  // Any JSON object: only the licence is looked at.
  return (JSON.parse(readFileSync(file, 'utf8')) as { license?: unknown }).license;
}

/** The packages of docs/dependencies.md, each as 'name: licence'. A line gives one reason for one or several packages. */
function readPage(): string[] {
  const lines = [...read('docs/dependencies.md').matchAll(/^- ((?:`[^`]+`(?:, )?)+) \((.+?)\): .+$/gm)];
  return lines.flatMap(([, names = '', licence = '']) =>
    [...names.matchAll(/`([^`]+)`/g)].map(([, name = '']) => `${name}: ${licence}`),
  );
}

test('docs/dependencies.md lists exactly the direct dependencies, with the licences that their packages declare', () => {
  const folders = readdirSync(INSTALLED);
  const catalog = readCatalog();
  expect(catalog.length).toBeGreaterThan(50);
  expect(readPage().toSorted()).toEqual(
    catalog.map(([name, version]) => `${name}: ${String(licenceOf(name, version, folders))}`).toSorted(),
  );
});

test('the server has at most twelve dependencies', () => {
  const { dependencies } = JSON.parse(read('shared/server/package.json')) as { dependencies: object };
  expect(Object.keys(dependencies).filter((name) => !name.startsWith('@space/')).length).toBeLessThan(13);
});
