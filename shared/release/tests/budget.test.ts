import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { readPointer, readRecord } from '@space/store';
import { readBuildNotes } from '../src/describeRelease.ts';
import { filesFor, readManifest } from '../src/pageFiles.ts';
import { REMOTES, ROOT, TEST_SITE } from '../src/places.ts';

// Measures the built files, so `npm run build` must run first. `npm run unit -- budget` prints the figures. First visits:
// e2e/specs/budget.spec.ts.

const NAMES = REMOTES.map(({ name }) => name);
const builtBy = (name: string) => join(ROOT, name === 'shell' ? name : `remotes/${name}`, 'dist');

/** The federation glue of a remote: its entry and the imports of the exposed module, which load before a page's own code. */
function glueOf(name: string): string[] {
  const { entry, preload } = readBuildNotes(builtBy(name));
  return [entry, ...preload];
}
/** The code of the shell that opens remotes, with the federation runtime. */
function openerOf(shell: string): string[] {
  const manifest = readManifest(builtBy(shell));
  const known = filesFor(manifest, 'index.html');
  return [...filesFor(manifest, 'src/load/openRemotePage.ts')].filter((file) => !known.has(file));
}

test.each([
  ['shell', openerOf, 2, 15_500] as const,
  ...NAMES.map((name) => [name, glueOf, 4, 7_900] as const),
])('%s: federation (%o) costs at most %d scripts of %d bytes after gzip', (name, filesOf, count, bytes) => {
  const sizes = filesOf(name)
    .filter((file) => file.endsWith('.js'))
    .map((file) => gzipSync(readFileSync(join(builtBy(name), file)), { level: 9 }).byteLength);
  const sum = sizes.reduce((total, size) => total + size, 0);
  console.log(`federation in ${name} (gzip, JavaScript):`, { files: sizes.length, bytes: sum });
  expect(sizes.length).toBeLessThanOrEqual(count);
  expect(sum).toBeLessThanOrEqual(bytes);
});

test.each([
  ['shell', 'index.html'],
  ['planner', 'src/dashboard/DashboardPage.tsx'],
])('%s: the module of %s asks for eager compilation', (name, module) => {
  const script = join(builtBy(name), readManifest(builtBy(name))[module]?.file ?? '');
  expect(readFileSync(script, 'utf8')).toMatch(/^\/\/# allFunctionsCalledOnLoad\n/);
});

test.each(NAMES)('%s: the HTML of each page can name its scripts, which need no browser', async (name) => {
  const { live } = await readPointer(TEST_SITE, name);
  const { chunks, pages } = await readRecord(TEST_SITE, name, live?.version ?? '');
  expect(Object.keys(chunks ?? {}).toSorted()).toEqual(pages.map(({ path }) => path).toSorted());
});

// Its version would be another one on each machine.
test.each(['shell', ...NAMES])('%s: no path of the machine that built it', (name) => {
  const all = readdirSync(builtBy(name), { recursive: true, encoding: 'utf8' });
  const files = all.filter((file) => /\.(css|html|js|json|map|txt|xml)$/.test(file));
  const texts = files.map((file) => readFileSync(join(builtBy(name), file), 'utf8'));
  expect(files.length).toBeGreaterThan(5);
  expect(files.filter((_, index) => texts[index]?.includes(ROOT))).toEqual([]);
});
