import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { readPointer, readRecord } from '@space/store';
import { readBuildNotes } from '../src/describeRelease.ts';
import { filesFor, readManifest } from '../src/pageFiles.ts';
import { REMOTES, ROOT, TEST_SITE } from '../src/places.ts';

// Measures the built files, so `npm run build` must run first. `npm run unit -- budget` prints the figures.

const NAMES = REMOTES.map(({ name }) => name);
const builtBy = (name: string) => join(ROOT, name === 'shell' ? name : `remotes/${name}`, 'dist');
/** The files that load with modules of an app. */
const filesOf = (name: string, ...modules: string[]) => filesFor(readManifest(builtBy(name)), ...modules);
/** The federation glue of a remote: its entry and the imports of the exposed module, which load before a page's own code. */
function glueOf(name: string): string[] {
  const { entry, preload } = readBuildNotes(builtBy(name));
  return [entry, ...preload];
}

/** Prints how many scripts are among files of builds, and their size after gzip; returns both. */
function measure(what: string, files: Readonly<Record<string, Iterable<string>>>) {
  const scripts = Object.entries(files).flatMap(([name, all]) =>
    [...all].filter((file) => file.endsWith('.js')).map((file) => join(builtBy(name), file)),
  );
  const sizes = scripts.map((file) => gzipSync(readFileSync(file), { level: 9 }).byteLength);
  const figures = { count: scripts.length, bytes: sizes.reduce((sum, bytes) => sum + bytes, 0) };
  console.log(`${what} (gzip, JavaScript):`, figures);
  return figures;
}

test('the first load of / needs at most 152 kB of JavaScript, with the federation runtime', () => {
  const marketing = new Set([...glueOf('marketing'), ...filesOf('marketing', 'src/landing/LandingPage.tsx')]);
  const shell = filesOf('shell', 'index.html', 'src/load/openRemotePage.ts');
  const { bytes } = measure('first page of /', { shell, marketing });
  expect(bytes).toBeGreaterThan(100_000);
  expect(bytes).toBeLessThanOrEqual(152_000);
});

test('in the shell, the code that opens remotes, with the federation runtime, is at most 15.5 kB in two files', () => {
  const known = filesOf('shell', 'index.html');
  const own = [...filesOf('shell', 'src/load/openRemotePage.ts')].filter((file) => !known.has(file));
  const { count, bytes } = measure('the code that opens remotes', { shell: own });
  expect(count).toBeLessThanOrEqual(2);
  expect(bytes).toBeLessThanOrEqual(15_500);
});

test('the entry of the shell and the page of the planner ask for eager compilation', () => {
  for (const [name, module] of [
    ['shell', 'index.html'],
    ['planner', 'src/dashboard/DashboardPage.tsx'],
  ] as const) {
    const script = join(builtBy(name), readManifest(builtBy(name))[module]?.file ?? '');
    expect(readFileSync(script, 'utf8')).toMatch(/^\/\/# allFunctionsCalledOnLoad\n/);
  }
});

test.each(NAMES)(
  '%s: its federation glue is at most 7.9 kB in four files; the HTML of each page can name its scripts',
  async (name) => {
    const { count, bytes } = measure(`federation glue of ${name}`, { [name]: glueOf(name) });
    expect(count).toBeLessThanOrEqual(4);
    expect(bytes).toBeLessThanOrEqual(7_900);
    const { live } = await readPointer(TEST_SITE, name);
    const { chunks, pages } = await readRecord(TEST_SITE, name, live?.version ?? '');
    expect(Object.keys(chunks ?? {}).toSorted()).toEqual(pages.map(({ path }) => path).toSorted());
  },
);

test.each(['shell', ...NAMES])(
  'a release of %s contains no path of the machine that built it, which would change its version',
  (name) => {
    const all = readdirSync(builtBy(name), { recursive: true, encoding: 'utf8' });
    const files = all.filter((file) => /\.(css|html|js|json|map|txt|xml)$/.test(file));
    expect(files.length).toBeGreaterThan(5);
    expect(files.filter((file) => readFileSync(join(builtBy(name), file), 'utf8').includes(ROOT))).toEqual(
      [],
    );
  },
);
