import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { buildApp } from '../src/releaseApp.ts';
import { readBuildManifest } from '../src/buildManifest.ts';
import { REMOTES, ROOT } from '../src/places.ts';
import { closureOf, readManifest, type ViteManifest } from '../src/chunks.ts';

// Measures the built files, so `npm run build` must run first. `npm run unit -- budget` prints the figures.

const gzipped = (file: string) => gzipSync(readFileSync(file), { level: 9 }).byteLength;

/** The files of the given sources and of their static imports. */
function filesFor(manifest: ViteManifest, ...sources: readonly string[]): Set<string> {
  const names = sources.flatMap((source) => [...closureOf(manifest, source)]);
  return new Set(names.flatMap((name) => [manifest[name]?.file ?? '', ...(manifest[name]?.css ?? [])]));
}

/** The size and number of requests of a first visit to /auth: HTML, entry and page, with their imports. */
function firstLoadOfAuth(outDir: string): { bytes: number; requests: number } {
  const folder = join(ROOT, 'shell', outDir);
  const files = ['index.html', ...filesFor(readManifest(folder), 'index.html', 'src/auth/AuthPage.tsx')];
  return { bytes: sizeOf(folder, files), requests: files.length };
}

beforeAll(() => buildApp('shell', { SHELL_WITHOUT_FEDERATION: '1' }));

test('federation costs the first load of /auth at most 1.5 kB and one request', () => {
  const withFederation = firstLoadOfAuth('dist');
  const without = firstLoadOfAuth('dist-without-federation');
  const extra = {
    bytes: withFederation.bytes - without.bytes,
    requests: withFederation.requests - without.requests,
  };
  console.log('first load of /auth (gzip):', { withFederation, without, extra });
  expect(extra.bytes).toBeLessThanOrEqual(1_500);
  expect(extra.requests).toBeLessThanOrEqual(1);
  expect(without.bytes).toBeGreaterThan(90_000);
});

test('the entry of the shell and the page of the planner ask for eager compilation', () => {
  const planner = join(ROOT, 'remotes', 'planner', 'dist');
  const shell = join(ROOT, 'shell', 'dist');
  const page = readManifest(planner)['src/dashboard/DashboardPage.tsx']?.file ?? '';
  for (const file of [join(shell, readManifest(shell)['index.html']?.file ?? ''), join(planner, page)])
    expect(readFileSync(file, 'utf8')).toMatch(/^\/\/# allFunctionsCalledOnLoad\n/);
});

/** The federation glue of a remote: its entry and the imports of the exposed module, which load before a page's own code. */
function glueFiles(folder: string): string[] {
  const { metaData, exposes } = readBuildManifest(folder);
  return [metaData.remoteEntry.name, ...exposes.flatMap(({ assets }) => assets.js.sync)];
}

const sizeOf = (folder: string, files: Iterable<string>) =>
  [...files].reduce((total, file) => total + gzipped(join(folder, file)), 0);

test('the first load of / needs at most 150 kB of JavaScript', () => {
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
  expect(bytes).toBeLessThanOrEqual(150_000);
});

test.each(REMOTES)('the federation glue of $name is at most 7.5 kB in four files', ({ name }) => {
  const folder = join(ROOT, 'remotes', name, 'dist');
  const glue = glueFiles(folder);
  const bytes = sizeOf(folder, glue);
  console.log(`federation glue of ${name} (gzip):`, { bytes, files: glue.length });
  expect(glue.length).toBeLessThanOrEqual(4);
  expect(bytes).toBeLessThanOrEqual(7_500);
});

test.each([
  // Includes the release gate, which is needed only for pages of remotes.
  { part: 'the code that loads remotes', source: 'src/load/openRemotePage.ts', after: [], limit: 8_100 },
  {
    part: 'the federation runtime, for containers of the plugin,',
    source: 'src/load/runtime.ts',
    after: ['src/load/openRemotePage.ts'],
    limit: 10_000,
  },
])('in the shell, $part is one file of at most $limit bytes', ({ part, source, after, limit }) => {
  const folder = join(ROOT, 'shell', 'dist');
  const manifest = readManifest(folder);
  const known = filesFor(manifest, 'index.html', ...after);
  const own = [...filesFor(manifest, source)].filter((file) => !known.has(file));
  const bytes = sizeOf(folder, own);
  console.log(`${part} (gzip):`, { bytes, files: own.length });
  expect(own).toHaveLength(1);
  expect(bytes).toBeLessThanOrEqual(limit);
});
