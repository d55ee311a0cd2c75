import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { ROOT, TEST_SITE } from '@space/release';
import {
  SHELL,
  addRelease,
  addressOf,
  filesOf,
  folderOf,
  integrityOf,
  readPointer,
  readRecord,
  type ReleaseRecord,
} from '@space/store';
import { bundlePage, type Manifest } from './bundlePage.ts';
import { buildFloor } from './floor.ts';

const run = promisify(execFile);

/** Builds shell and remotes as one app, in a process of its own. Throws with the build's output if it fails. */
async function build(outDir: string): Promise<void> {
  const cwd = join(ROOT, 'shell');
  const config = fileURLToPath(new URL('vite.config.ts', import.meta.url));
  const args = ['build', '--logLevel', 'warn', '--config', config, '--outDir', outDir, '--emptyOutDir'];
  const env = { ...process.env, NODE_ENV: 'production' };
  const shell = process.platform === 'win32';
  try {
    await run(join(cwd, 'node_modules', '.bin', 'vite'), args, { cwd, env, shell });
  } catch (error) {
    // The error of `execFile` has both.
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`Building one bundle failed:\n${(stdout + stderr).trim()}`, { cause: error });
  }
}

async function liveRecord(name: string): Promise<ReleaseRecord> {
  const { live } = await readPointer(TEST_SITE, name);
  if (live === null) throw new Error(`Nothing is live of ${name}`);
  return readRecord(TEST_SITE, name, live.version);
}

/** The live shell's record with the bundle's files. */
async function recordOf(shell: ReleaseRecord, dist: string): Promise<ReleaseRecord> {
  const content = createHash('sha256');
  const files: ReleaseRecord['files'] = {};
  for (const file of await filesOf(dist)) {
    const bytes = readFileSync(join(dist, file));
    content.update(file).update(bytes);
    files[file] = {
      bytes: bytes.byteLength,
      gzip: gzipSync(bytes, { level: 9 }).byteLength,
      integrity: integrityOf(bytes),
    };
  }
  return { ...shell, version: `0.0.0-${content.digest('hex').slice(0, 12)}`, files };
}

/** The prerendered HTML of the live remotes' pages, by path. */
async function readFragments(remotes: readonly string[]): Promise<Map<string, string>> {
  const fragments = new Map<string, string>();
  for (const name of remotes) {
    const { version } = await liveRecord(name);
    const file = join(folderOf(TEST_SITE, name), version, 'pages.json');
    if (!existsSync(file)) continue;
    // Written by the release.
    const pages = JSON.parse(readFileSync(file, 'utf8')) as Record<string, { html?: string }>;
    for (const [path, { html }] of Object.entries(pages)) if (html) fragments.set(path, html);
  }
  return fragments;
}

function readManifest(dist: string): Manifest {
  // Written by Vite.
  return JSON.parse(readFileSync(join(dist, '.vite', 'manifest.json'), 'utf8')) as Manifest;
}

const LAZY_PAGE = /'(\/[^']*)':[^]*?import\('([^']+)'\)/g;

/** The source of each page's component, relative to the shell's folder, by the page's path (docs/architecture.md). */
function pageSources(): Map<string, string> {
  const sources = new Map<string, string>();
  const remotes = readdirSync(join(ROOT, 'remotes')).map((name) => `remotes/${name}/src/routes.tsx`);
  for (const file of ['shell/src/app/ownPages.ts', ...remotes]) {
    const folder = relative('shell', dirname(file));
    for (const [, path = '', source = ''] of readFileSync(join(ROOT, file), 'utf8').matchAll(LAZY_PAGE))
      sources.set(path, join(folder, source));
  }
  return sources;
}

/**
 * Builds the baseline of the comparison: the sources of this repository as one plain bundle with lazy routes, in a folder
 * that the same server can serve. Its HTML is made from the pages of the built site (which `npm run bench` builds first). It
 * has everything that the site has except federation. Beside it is the floor page (floor.ts).
 */
export async function makeBundleSite(): Promise<{ folder: string; discard(): void }> {
  const root = mkdtempSync(join(tmpdir(), 'space-bundle-'));
  const [dist, folder] = [join(root, 'dist'), join(root, 'site')];
  await build(dist);
  const floor = await buildFloor(dist);
  const shell = await liveRecord(SHELL);
  const record = await recordOf(shell, dist);
  await addRelease(folder, record, dist);

  const { remotes } = JSON.parse(readFileSync(join(TEST_SITE, 'registry.json'), 'utf8')) as {
    remotes: Record<string, { pages: { path: string }[] }>;
  };
  const address = addressOf(SHELL, record.version);
  const built = Object.entries(readManifest(join(ROOT, 'shell', 'dist')));
  const shellAddress = addressOf(SHELL, shell.version);
  const parts = {
    manifest: readManifest(dist),
    address,
    version: record.version,
    sources: pageSources(),
    css: (file: string) =>
      readFileSync(join(dist, file), 'utf8')
        .trim()
        .replaceAll(/url\((?:\.\/)?(?!data:|\/|#)/g, `url(${address}assets/`),
    fragments: await readFragments(Object.keys(remotes)),
    sourceOf: (href: string) => built.find(([, { file }]) => shellAddress + file === href)?.[0],
  };
  const paths = [...shell.pages, ...Object.values(remotes).flatMap(({ pages }) => pages)];
  for (const { path } of paths) {
    const html = readFileSync(join(TEST_SITE, path, 'index.html'), 'utf8');
    mkdirSync(join(folder, path), { recursive: true });
    writeFileSync(join(folder, path, 'index.html'), bundlePage(html, path, parts));
  }
  // Each page has one address.
  writeFileSync(join(folder, 'registry.json'), '{"remotes":{}}');
  mkdirSync(join(folder, 'floor'));
  writeFileSync(join(folder, 'floor', 'index.html'), floor(address));
  return { folder, discard: () => rmSync(root, { recursive: true, force: true }) };
}
