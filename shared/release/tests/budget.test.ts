import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { readBuildNotes } from '../src/describeRelease.ts';
import { readPointer, readRecord } from '@space/store';
import { REMOTES, ROOT, TEST_SITE } from '../src/places.ts';
import { filesFor, readManifest } from '../src/pageFiles.ts';

// Measures the built files, so `npm run build` must run first. `npm run unit -- budget` prints the figures.

const SHELL = join(ROOT, 'shell', 'dist');
const gzipped = (file: string) => gzipSync(readFileSync(file), { level: 9 }).byteLength;

test.each(REMOTES)(
  '$name: the HTML of each page can name its scripts, whose modules load without a browser',
  async ({ name }) => {
    const { live } = await readPointer(TEST_SITE, name);
    const { chunks, pages } = await readRecord(TEST_SITE, name, live?.version ?? '');
    expect(Object.keys(chunks ?? {}).toSorted()).toEqual(pages.map(({ path }) => path).toSorted());
  },
);

test('the entry of the shell and the page of the planner ask for eager compilation', () => {
  const planner = join(ROOT, 'remotes', 'planner', 'dist');
  const page = readManifest(planner)['src/dashboard/DashboardPage.tsx']?.file ?? '';
  for (const file of [join(SHELL, readManifest(SHELL)['index.html']?.file ?? ''), join(planner, page)])
    expect(readFileSync(file, 'utf8')).toMatch(/^\/\/# allFunctionsCalledOnLoad\n/);
});

/** The scripts among files, and their size after gzip. */
function scriptsOf(folder: string, all: Iterable<string>) {
  const scripts = [...all].filter((file) => file.endsWith('.js'));
  return {
    files: scripts.length,
    bytes: scripts.reduce((sum, file) => sum + gzipped(join(folder, file)), 0),
  };
}

/** The federation glue of a remote: its entry and the imports of the exposed module, which load before a page's own code. */
function glueFiles(folder: string): string[] {
  const { entry, preload } = readBuildNotes(folder);
  return [entry, ...preload];
}

/** Prints the figures of a part, and returns them. */
function measure(what: string, parts: readonly ReturnType<typeof scriptsOf>[]) {
  const sum = (of: 'files' | 'bytes') => parts.reduce((total, part) => total + part[of], 0);
  const figures = { files: sum('files'), bytes: sum('bytes') };
  console.log(`${what} (gzip, JavaScript):`, figures);
  return figures;
}

test('the first load of / needs at most 152 kB of JavaScript, with the federation runtime', () => {
  const marketing = join(ROOT, 'remotes', 'marketing', 'dist');
  const ofShell = filesFor(readManifest(SHELL), 'index.html', 'src/load/openRemotePage.ts');
  const page = filesFor(readManifest(marketing), 'src/landing/LandingPage.tsx');
  const ofPage = new Set([...glueFiles(marketing), ...page]);
  const { bytes } = measure('first page of /', [scriptsOf(SHELL, ofShell), scriptsOf(marketing, ofPage)]);
  expect(bytes).toBeGreaterThan(100_000);
  expect(bytes).toBeLessThanOrEqual(152_000);
});

test.each(REMOTES)('the federation glue of $name is at most 7.9 kB in four files', ({ name }) => {
  const folder = join(ROOT, 'remotes', name, 'dist');
  const { files, bytes } = measure(`federation glue of ${name}`, [scriptsOf(folder, glueFiles(folder))]);
  expect(files).toBeLessThanOrEqual(4);
  expect(bytes).toBeLessThanOrEqual(7_900);
});

test('in the shell, the code that opens remotes, with the federation runtime, is at most 15.5 kB in two files', () => {
  const manifest = readManifest(SHELL);
  const known = filesFor(manifest, 'index.html');
  const own = [...filesFor(manifest, 'src/load/openRemotePage.ts')].filter((file) => !known.has(file));
  const { files, bytes } = measure('the code that opens remotes', [scriptsOf(SHELL, own)]);
  expect(files).toBeLessThanOrEqual(2);
  expect(bytes).toBeLessThanOrEqual(15_500);
});

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
