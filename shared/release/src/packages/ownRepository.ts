import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../places.ts';

interface Manifest {
  name: string;
  version: string;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

const textOf = (...names: string[]) => readFileSync(join(ROOT, ...names), 'utf8');

/** The version that the catalog of this repository pins. */
function pinned(name: string): string {
  const line = new RegExp(`^  '?${name}'?: (\\S+)$`, 'm').exec(textOf('pnpm-workspace.yaml'));
  if (line?.[1] === undefined) throw new Error(`pnpm-workspace.yaml does not pin ${name}.`);
  return line[1];
}

/** The same version or a later one that may take its place, of a package of ours. */
function caretOf(name: string): string {
  // A package.json of ours, taken at its word.
  const { version } = JSON.parse(textOf('shared', name.replace('@space/', ''), 'package.json')) as Manifest;
  return `^${version}`;
}

const versions = (packages: Record<string, string> = {}) =>
  Object.fromEntries(
    Object.entries(packages).map(([name, range]) => {
      if (range === 'catalog:') return [name, pinned(name)];
      return [name, range.startsWith('workspace:') ? caretOf(name) : range];
    }),
  );

/** The commands of a remote by the names that every tool knows. */
const SCRIPTS = {
  dev: 'space dev',
  test: 'space test',
  check: 'space check',
  build: 'space build',
  release: 'space release',
};

/** What git does not keep. */
export const IGNORED = ['node_modules/', 'dist/', 'dist-alone/', '.__mf__temp/'];

/** The compiler's settings, as `@space/release` brings them. */
export const TSCONFIG = { extends: '@space/release/tsconfig.json', include: ['src', 'tests', '*.config.ts'] };

/**
 * The package.json of a remote as a repository of its own needs it: versions in the place of this repository's catalog and
 * folders, and the command `space`. Takes its text here.
 */
export function ownManifest(text: string): Manifest & { scripts: typeof SCRIPTS } {
  // A package.json of ours, taken at its word.
  const manifest = JSON.parse(text) as Manifest;
  const added = { '@space/release': 'workspace:*', typescript: 'catalog:' };
  return {
    ...manifest,
    scripts: SCRIPTS,
    dependencies: versions(manifest.dependencies),
    devDependencies: versions({ ...manifest.devDependencies, ...added }),
  };
}
