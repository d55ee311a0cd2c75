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

/** The version of a package in the catalog of this repository. */
function catalogVersion(name: string): string {
  const line = new RegExp(`^  '?${name}'?: (\\S+)$`, 'm').exec(textOf('pnpm-workspace.yaml'));
  if (line?.[1] === undefined) throw new Error(`pnpm-workspace.yaml does not pin ${name}.`);
  return line[1];
}

/** The caret range of a workspace package: its version or a later compatible one. */
function caretRange(name: string): string {
  // Trusted: a package.json of this repository.
  const { version } = JSON.parse(textOf('shared', name.replace('@space/', ''), 'package.json')) as Manifest;
  return `^${version}`;
}

const versions = (packages: Record<string, string> = {}) =>
  Object.fromEntries(
    Object.entries(packages).map(([name, range]) => {
      if (range === 'catalog:') return [name, catalogVersion(name)];
      return [name, range.startsWith('workspace:') ? caretRange(name) : range];
    }),
  );

/** The `scripts` of a remote's package.json. */
const SCRIPTS = {
  dev: 'space dev',
  test: 'space test',
  check: 'space check',
  build: 'space build',
  release: 'space release',
};

/** The lines of `.gitignore`. */
export const IGNORED = ['node_modules/', 'dist/', '.__mf__temp/'];

/** The `tsconfig.json` of a remote, which extends the one in `@space/release`. */
export const TSCONFIG = { extends: '@space/release/tsconfig.json', include: ['src', 'tests', '*.config.ts'] };

/**
 * Converts the package.json of a remote for a repository of its own: versions instead of `catalog:` and `workspace:`
 * ranges, and the command `space`. Takes the text of the package.json in this repository.
 */
export function ownManifest(text: string): Manifest & { scripts: typeof SCRIPTS } {
  // Trusted: a package.json of this repository.
  const manifest = JSON.parse(text) as Manifest;
  const added = { '@space/release': 'workspace:*', typescript: 'catalog:' };
  return {
    ...manifest,
    scripts: SCRIPTS,
    dependencies: versions(manifest.dependencies),
    devDependencies: versions({ ...manifest.devDependencies, ...added }),
  };
}
