import { join } from 'node:path';
import { CONTRACT_VERSION } from '@space/federation';
import type { ReleaseRecord } from '@space/store';
import { writeFiles } from '@space/store/testing';

/** The files of a small remote with one page. */
const filesOf = (name: string, content = '1') => ({
  'remoteEntry.js': `export const init = '${content}';\n`,
  'assets/routes-1.js': 'export const pages = {};\n',
  'assets/Clock-1.css': `.${name}__Clock__a__1 {}\n`,
  'pages.json': JSON.stringify({ [`/${name}`]: { title: 'Small' } }),
});

/** A small release that passes the gate, for `writeRelease` and `putLive`. Takes what matters to a test. */
export const small = (name: string, files = {}, record: Partial<ReleaseRecord> = {}) => {
  const fields: Partial<ReleaseRecord> = {
    ...{ shares: { react: '^19.3.0' }, uses: ['tasks'], pages: [{ path: `/${name}`, access: 'public' }] },
    ...{ styles: ['assets/Clock-1.css'], preload: ['assets/routes-1.js'] },
  };
  return [name, { ...filesOf(name), ...files }, { ...fields, ...record }] as const;
};

/** The record of a small shell, which shares the packages and names that the small remotes need. */
export const SMALL_SHELL: Partial<ReleaseRecord> = {
  shares: { react: '19.3.1' },
  uses: ['tasks', 'useToday'],
  pages: [{ path: '/auth', access: 'public' }],
};

/** Writes what each app declares: its version, its name, a public page, and how many bytes it may have. */
function writeDeclaration(folder: string, name: string, path: string, gzip: number): string {
  const pages = [{ path, access: 'public', title: `Page of ${name}` }];
  const declaration = { name, title: `the ${name}`, port: 5199, budget: { gzip }, pages };
  return writeFiles(folder, {
    'package.json': { name, version: '0.1.0' },
    [name === 'shell' ? 'shell.json' : 'remote.json']: declaration,
  });
}

/** Writes the source folder of a small remote with its build, for `--from <folder> --built`; returns the folder. */
export function writeRemoteSource(folder: string, name: string, content: string, uses = ['tasks']): string {
  const preload = ['assets/routes-1.js'];
  const notes = { contract: CONTRACT_VERSION, shares: { react: '^19.3.0' }, uses, places: {} };
  writeFiles(join(folder, 'dist'), {
    ...filesOf(name, content),
    ...{ '.vite/manifest.json': {}, 'build.json': { ...notes, entry: 'remoteEntry.js', preload } },
  });
  return writeDeclaration(folder, name, `/${name}`, 1000);
}

/** Writes the source folder of a small shell with its build; returns the folder. */
export function writeShellSource(folder: string, content: string, page = '/auth'): string {
  writeFiles(join(folder, 'dist'), {
    'index.html': `<!doctype html><html lang="en"><head><title>Small</title><!-- registry -->
<script type="module" src="./assets/main.js"></script></head><body></body></html>\n`,
    'assets/main.js': `console.log('${content}');\n`,
  });
  return writeDeclaration(folder, 'shell', page, 400_000);
}
