import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CONTRACT_VERSION } from '@space/federation';
import { folderOf, type ReleaseRecord } from '@space/store';
import { makeRecord, fileOf } from '@space/store/testing';

interface Small {
  name: string;
  /** Twelve hex digits. */
  content?: string;
  files?: Record<string, string>;
  record?: Partial<ReleaseRecord>;
}

/** Writes files: strings as they are, other values as JSON. Returns the folder. */
async function writeAll(folder: string, files: Readonly<Record<string, unknown>>): Promise<string> {
  for (const [file, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), typeof content === 'string' ? content : JSON.stringify(content));
  }
  return folder;
}

/** Writes the files of a small release into a folder; returns its record, with correct hashes. */
export async function writeRelease(
  folder: string,
  { name, content = '0123456789ab', files = {}, record = {} }: Small,
): Promise<ReleaseRecord> {
  const texts: Record<string, string> = {
    'remoteEntry.js': 'export const init = 1;\n',
    'assets/routes-1.js': 'export const pages = {};\n',
    'assets/Clock-1.css': `.${name}__Clock__a__1 {}\n`,
    'pages.json': JSON.stringify({ [`/${name}`]: { title: 'Small' } }),
    ...files,
  };
  await writeAll(folder, texts);
  const listed = Object.entries(texts).map(([file, text]) => [file, fileOf(text)]);
  return makeRecord(name, {
    version: `0.1.0-${content}`,
    contract: CONTRACT_VERSION,
    shares: { react: '^19.3.0' },
    uses: ['tasks'],
    pages: [{ path: `/${name}`, access: 'public' }],
    styles: ['assets/Clock-1.css'],
    preload: ['assets/routes-1.js'],
    files: Object.fromEntries(listed),
    ...record,
  });
}

/** The record of a small shell, which shares the packages and names that the small remotes need. */
export const SMALL_SHELL: Partial<ReleaseRecord> = {
  shares: { react: '19.3.1' },
  uses: ['tasks', 'useToday'],
  pages: [{ path: '/auth', access: 'public' }],
};

/** Puts a release into a store and makes it live; returns its record. */
export async function putLive(store: string, small: Small): Promise<ReleaseRecord> {
  const folder = join(folderOf(store, small.name), `0.1.0-${small.content ?? '0123456789ab'}`);
  const record = await writeRelease(folder, small);
  await writeFile(join(folder, 'release.json'), JSON.stringify(record));
  const live = { version: record.version, since: record.builtAt };
  await writeFile(
    join(folderOf(store, small.name), 'pointer.json'),
    JSON.stringify({ live, history: [], canary: null, halted: null, disabled: null }),
  );
  return record;
}

const PAGE = `<!doctype html><html lang="en"><head><title>Small</title><!-- registry -->
<script type="module" src="./assets/main.js"></script></head><body></body></html>
`;

/** Writes the source folder of a small remote with its build, for `--from <folder> --built`; returns the folder. */
export function writeRemoteSource(
  folder: string,
  name: string,
  content: string,
  uses: readonly string[] = ['tasks'],
): Promise<string> {
  return writeAll(folder, {
    'package.json': { name, version: '0.1.0' },
    'remote.json': {
      name,
      title: `the ${name}`,
      port: 5199,
      pages: [{ path: `/${name}`, access: 'public', title: 'Small' }],
      budget: { gzip: 1000 },
    },
    'dist/remoteEntry.js': `export const init = '${content}';\n`,
    'dist/assets/page-1.js': 'export const pages = {};\n',
    'dist/assets/style-1.css': `.${name}__Clock__a__1 {}\n`,
    'dist/pages.json': { [`/${name}`]: { title: 'Small' } },
    'dist/.vite/manifest.json': {},
    'dist/build.json': {
      contract: CONTRACT_VERSION,
      entry: 'remoteEntry.js',
      preload: ['assets/page-1.js'],
      shares: { react: '^19.3.0' },
      uses,
      places: {},
    },
  });
}

/** Writes the source folder of a small shell with its build; returns the folder. */
export function writeShellSource(folder: string, content: string, page = '/auth'): Promise<string> {
  return writeAll(folder, {
    'package.json': { name: 'shell', version: '0.1.0' },
    'shell.json': {
      name: 'shell',
      title: 'the shell',
      port: 5170,
      pages: [{ path: page, access: 'public', title: 'Sign In' }],
      budget: { gzip: 400_000 },
    },
    'dist/index.html': PAGE,
    'dist/assets/main.js': `console.log('${content}');\n`,
  });
}
