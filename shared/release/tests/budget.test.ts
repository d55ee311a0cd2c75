import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { buildApp } from '../src/buildApp.ts';
import { readNotes } from '../src/buildNotes.ts';
import { REMOTES, ROOT } from '../src/places.ts';
import { closureOf, readManifest, type ViteManifest } from '../src/viteManifest.ts';

// Measured on the built files: `npm run build` comes first. `npm run unit -- budget` prints the figures.

const gzipped = (file: string) => gzipSync(readFileSync(file), { level: 9 }).byteLength;

/** Every file that sources of the manifest need before they run. */
function filesFor(manifest: ViteManifest, ...sources: readonly string[]): Set<string> {
  const names = sources.flatMap((source) => [...closureOf(manifest, source)]);
  return new Set(names.flatMap((name) => [manifest[name]?.file ?? '', ...(manifest[name]?.css ?? [])]));
}

/** What a first visit to /auth fetches: the page's HTML, the entry, and the page, with all they import. */
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

test('what a page is opened with asks to be compiled while it arrives', () => {
  const planner = join(ROOT, 'remotes', 'planner', 'dist');
  const shell = join(ROOT, 'shell', 'dist');
  const page = readManifest(planner)['src/dashboard/DashboardPage.tsx']?.file ?? '';
  for (const file of [join(shell, readManifest(shell)['index.html']?.file ?? ''), join(planner, page)])
    expect(readFileSync(file, 'utf8')).toMatch(/^\/\/# allFunctionsCalledOnLoad\n/);
});

/** Of a remote: the entry, and all that the exposed module needs, before a page's own code. */
function glueOf(folder: string): string[] {
  const notes = readNotes(folder);
  return [notes.metaData.remoteEntry.name, ...notes.exposes.flatMap(({ assets }) => assets.js.sync)];
}

const sizeOf = (folder: string, files: Iterable<string>) =>
  [...files].reduce((total, file) => total + gzipped(join(folder, file)), 0);

test('the first page of / needs at most 150 kB of JavaScript', () => {
  const shell = join(ROOT, 'shell', 'dist');
  const marketing = join(ROOT, 'remotes', 'marketing', 'dist');
  const opening = filesFor(readManifest(shell), 'index.html', 'src/load/openRemotePage.ts');
  const ofPage = filesFor(readManifest(marketing), 'src/landing/LandingPage.tsx');
  const page = new Set([...glueOf(marketing), ...ofPage]);
  const scripts = (files: Iterable<string>) => [...files].filter((file) => file.endsWith('.js'));
  const parts = {
    shell: sizeOf(shell, scripts(opening)),
    glue: sizeOf(marketing, glueOf(marketing)),
    marketing: sizeOf(marketing, scripts(page)),
  };
  const bytes = parts.shell + parts.marketing;
  console.log('first page of / (gzip, JavaScript):', {
    ...parts,
    bytes,
    requests: scripts(opening).length + scripts(page).length,
  });
  expect(bytes).toBeGreaterThan(100_000);
  expect(bytes).toBeLessThanOrEqual(150_000);
});

/** What a page fetches before its own code: files, and bytes after gzip. */
const GLUE = {
  lean: { files: 2, bytes: 2_500 },
  'federation-plugin': { files: 3, bytes: 10_000 },
};

test.each(REMOTES)(
  'the federation glue of $name keeps the limits of its container',
  ({ name, container }) => {
    const limits = GLUE[container === 'federation-plugin' ? container : 'lean'];
    const folder = join(ROOT, 'remotes', name, 'dist');
    const glue = glueOf(folder);
    const bytes = sizeOf(folder, glue);
    console.log(`federation glue of ${name} (gzip):`, { container, bytes, files: glue.length });
    expect(glue).toHaveLength(limits.files);
    expect(bytes).toBeLessThanOrEqual(limits.bytes);
  },
);

test.each([
  // With the gate, which no other page needs.
  { part: 'what loads remotes', source: 'src/load/openRemotePage.ts', after: [], limit: 8_100 },
  {
    part: 'the federation runtime, for containers of the plugin,',
    source: 'src/load/runtime.ts',
    after: ['src/load/openRemotePage.ts'],
    limit: 10_000,
  },
])('of the shell, $part is one file and at most $limit bytes', ({ part, source, after, limit }) => {
  const folder = join(ROOT, 'shell', 'dist');
  const manifest = readManifest(folder);
  const known = filesFor(manifest, 'index.html', ...after);
  const own = [...filesFor(manifest, source)].filter((file) => !known.has(file));
  const bytes = sizeOf(folder, own);
  console.log(`${part} (gzip):`, { bytes, files: own.length });
  expect(own).toHaveLength(1);
  expect(bytes).toBeLessThanOrEqual(limit);
});
