import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { readBuildNotes } from '../src/describeRelease.ts';
import { readPointer, readRecord } from '@space/store';
import { REMOTES, ROOT, TEST_SITE } from '../src/places.ts';
import { filesFor, readManifest } from '../src/pageFiles.ts';

// Measures the built files, so `npm run build` must run first. `npm run unit -- budget` prints the figures.

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
  const shell = join(ROOT, 'shell', 'dist');
  const page = readManifest(planner)['src/dashboard/DashboardPage.tsx']?.file ?? '';
  for (const file of [join(shell, readManifest(shell)['index.html']?.file ?? ''), join(planner, page)])
    expect(readFileSync(file, 'utf8')).toMatch(/^\/\/# allFunctionsCalledOnLoad\n/);
});

/** The federation glue of a remote: its entry and the imports of the exposed module, which load before a page's own code. */
function glueFiles(folder: string): string[] {
  const { entry, preload } = readBuildNotes(folder);
  return [entry, ...preload];
}

const sizeOf = (folder: string, files: Iterable<string>) =>
  [...files].reduce((total, file) => total + gzipped(join(folder, file)), 0);

test('the first load of / needs at most 152 kB of JavaScript, with the federation runtime', () => {
  const shell = join(ROOT, 'shell', 'dist');
  const marketing = join(ROOT, 'remotes', 'marketing', 'dist');
  const shellFiles = filesFor(readManifest(shell), 'index.html', 'src/load/openRemotePage.ts');
  const pageFiles = filesFor(readManifest(marketing), 'src/landing/LandingPage.tsx');
  const page = new Set([...glueFiles(marketing), ...pageFiles]);
  const scripts = (files: Iterable<string>) => [...files].filter((file) => file.endsWith('.js'));
  const parts = {
    shell: sizeOf(shell, scripts(shellFiles)),
    glue: sizeOf(marketing, glueFiles(marketing)),
    marketing: sizeOf(marketing, scripts(page)),
  };
  const bytes = parts.shell + parts.marketing;
  console.log('first page of / (gzip, JavaScript):', {
    ...parts,
    bytes,
    requests: scripts(shellFiles).length + scripts(page).length,
  });
  expect(bytes).toBeGreaterThan(100_000);
  expect(bytes).toBeLessThanOrEqual(152_000);
});

test.each(REMOTES)('the federation glue of $name is at most 7.9 kB in four files', ({ name }) => {
  const folder = join(ROOT, 'remotes', name, 'dist');
  const glue = glueFiles(folder);
  const bytes = sizeOf(folder, glue);
  console.log(`federation glue of ${name} (gzip):`, { bytes, files: glue.length });
  expect(glue.length).toBeLessThanOrEqual(4);
  expect(bytes).toBeLessThanOrEqual(7_900);
});

test('in the shell, the code that opens remotes, with the federation runtime, is at most 15.5 kB in two files', () => {
  const folder = join(ROOT, 'shell', 'dist');
  const manifest = readManifest(folder);
  const known = filesFor(manifest, 'index.html');
  const own = [...filesFor(manifest, 'src/load/openRemotePage.ts')].filter((file) => !known.has(file));
  const bytes = sizeOf(folder, own);
  console.log('the code that opens remotes (gzip):', { bytes, files: own.length });
  expect(own.length).toBeLessThanOrEqual(2);
  expect(bytes).toBeLessThanOrEqual(15_500);
});
