import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CONTRACT_VERSION, PLUGIN_VERSION } from '@space/federation';
import type { ReleaseTypes } from '../src/gate/releaseTypes.ts';
import { REMOTE_TYPES, SHELL_TYPES } from './smallRelease.ts';

async function writeAll(folder: string, files: Readonly<Record<string, unknown>>): Promise<string> {
  for (const [file, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), typeof content === 'string' ? content : JSON.stringify(content));
  }
  return folder;
}

const PAGE = `<!doctype html><html lang="en"><head><title>Small</title><!-- registry -->
<script type="module" src="./assets/main.js"></script></head><body></body></html>
`;

/** Writes the source folder of a small remote with its build, for `--from <folder> --built`; returns the folder. */
export function writeRemoteSource(
  folder: string,
  name: string,
  content: string,
  types: ReleaseTypes = REMOTE_TYPES,
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
    'dist/remoteEntry.js': `export const content = '${content}';\n`,
    'dist/assets/page-1.js': 'export const page = 1;\n',
    'dist/assets/style-1.css': `.${name} {}\n`,
    'dist/types.json': types,
    'dist/mf-manifest.json': {
      contract: CONTRACT_VERSION,
      uses: ['tasks'],
      metaData: { pluginVersion: PLUGIN_VERSION, remoteEntry: { name: 'remoteEntry.js' } },
      shared: [{ name: 'react', requiredVersion: '^19.3.0' }],
      exposes: [{ path: './routes', assets: { js: { sync: ['assets/page-1.js'] } } }],
    },
  });
}

/** The same for a small shell. */
export function writeShellSource(
  folder: string,
  content: string,
  types: ReleaseTypes = SHELL_TYPES,
): Promise<string> {
  return writeAll(folder, {
    'package.json': { name: 'shell', version: '0.1.0' },
    'shell.json': {
      name: 'shell',
      title: 'the shell',
      port: 5170,
      pages: [{ path: '/auth', access: 'public', title: 'Sign In' }],
      budget: { gzip: 400_000 },
    },
    'dist/index.html': PAGE,
    'dist/assets/main.js': `console.log('${content}');\n`,
    'dist/types.json': types,
  });
}
