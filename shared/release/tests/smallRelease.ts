import { CONTRACT_VERSION } from '@space/federation';
import type { ReleaseRecord } from '@space/store';
import * as store from '@space/store/testing';

interface Small {
  name: string;
  /** Twelve hex digits. */
  content?: string;
  files?: Record<string, string>;
  record?: Partial<ReleaseRecord>;
}

/** The name, the files and the record of a small release that passes the gate. */
function partsOf({ name, content = '0123456789ab', files, record }: Small) {
  const texts = {
    'remoteEntry.js': 'export const init = 1;\n',
    'assets/routes-1.js': 'export const pages = {};\n',
    'assets/Clock-1.css': `.${name}__Clock__a__1 {}\n`,
    'pages.json': JSON.stringify({ [`/${name}`]: { title: 'Small' } }),
    ...files,
  };
  const fields: Partial<ReleaseRecord> = {
    version: `0.1.0-${content}`,
    shares: { react: '^19.3.0' },
    uses: ['tasks'],
    pages: [{ path: `/${name}`, access: 'public' }],
    styles: ['assets/Clock-1.css'],
    preload: ['assets/routes-1.js'],
  };
  return [name, texts, { ...fields, ...record }] as const;
}

/** Writes a small release into a folder; returns its record. */
export const writeRelease = (folder: string, small: Small): ReleaseRecord =>
  store.writeRelease(folder, ...partsOf(small));

/** Puts a small release into a store and makes it live; returns its record. */
export const putLive = (folder: string, small: Small): ReleaseRecord =>
  store.putLive(folder, ...partsOf(small));

/** The record of a small shell, which shares the packages and names that the small remotes need. */
export const SMALL_SHELL: Partial<ReleaseRecord> = {
  shares: { react: '19.3.1' },
  uses: ['tasks', 'useToday'],
  pages: [{ path: '/auth', access: 'public' }],
};

/** What each app declares: its name, a public page, and how many bytes it may have. */
const declaration = (name: string, path: string, title: string, gzip: number) => ({
  ...{ name, title: `the ${name}`, port: 5199, budget: { gzip } },
  pages: [{ path, access: 'public', title }],
});

/** Writes the source folder of a small remote with its build, for `--from <folder> --built`; returns the folder. */
export const writeRemoteSource = (folder: string, name: string, content: string, uses = ['tasks']): string =>
  store.writeFiles(folder, {
    'package.json': { name, version: '0.1.0' },
    'remote.json': declaration(name, `/${name}`, 'Small', 1000),
    'dist/remoteEntry.js': `export const init = '${content}';\n`,
    'dist/assets/page-1.js': 'export const pages = {};\n',
    'dist/assets/style-1.css': `.${name}__Clock__a__1 {}\n`,
    'dist/pages.json': { [`/${name}`]: { title: 'Small' } },
    'dist/.vite/manifest.json': {},
    'dist/build.json': {
      ...{ contract: CONTRACT_VERSION, shares: { react: '^19.3.0' }, uses, places: {} },
      ...{ entry: 'remoteEntry.js', preload: ['assets/page-1.js'] },
    },
  });

/** Writes the source folder of a small shell with its build; returns the folder. */
export const writeShellSource = (folder: string, content: string, page = '/auth'): string =>
  store.writeFiles(folder, {
    'package.json': { name: 'shell', version: '0.1.0' },
    'shell.json': declaration('shell', page, 'Sign In', 400_000),
    'dist/index.html': `<!doctype html><html lang="en"><head><title>Small</title><!-- registry -->
<script type="module" src="./assets/main.js"></script></head><body></body></html>\n`,
    'dist/assets/main.js': `console.log('${content}');\n`,
  });
