import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { filesOf } from '@space/store';
import { ROOT } from '../places.ts';
import { tsc } from '../gate/tsc.ts';
import { TSCONFIG, ownManifest } from './ownRepository.ts';

const SHARED = join(ROOT, 'shared');
const BASES = ['tsconfig.base.json', 'tsconfig.web.json', 'tsconfig.app.json'];

/** An entry of `publishConfig.exports`: a file, or an object with declarations and code. */
type Exported = string | { default: string };

interface Manifest {
  name: string;
  exports?: Record<string, string>;
  publishConfig?: { exports: Record<string, Exported>; bin?: Record<string, string> };
}

/** Reads a package.json of this repository, which is trusted. */
const manifestOf = (name: string) =>
  JSON.parse(readFileSync(join(SHARED, name, 'package.json'), 'utf8')) as Manifest;

/** The folder names below `shared/` of the published packages: those with `publishConfig.exports`. */
export const PUBLISHED: readonly string[] = readdirSync(SHARED).filter(
  (name) =>
    existsSync(join(SHARED, name, 'package.json')) && manifestOf(name).publishConfig?.exports !== undefined,
);

/** The modules of a package that are started as processes or passed as paths, and not imported. */
const EXTRA_ENTRIES: Readonly<Record<string, readonly string[]>> = {
  federation: ['src/startWorker.ts'],
  release: ['src/prerender/main.ts', 'src/prerender/renderPage.tsx', 'src/space/vitest.config.ts'],
};

/** The source files of a package's exports and binaries: a `.js` file in `dist` is compiled from a `.ts` or `.tsx` file. */
function entriesOf(name: string): string[] {
  const { exports = {}, bin = {} } = manifestOf(name).publishConfig ?? {};
  const outputs = [...Object.values(exports), ...Object.values(bin)]
    .map((one) => (typeof one === 'string' ? one : one.default))
    .filter((file) => file.endsWith('.js'))
    .map((file) => file.replace('./dist/', '').replace(/\.js$/, ''));
  const sources = outputs.map((file) =>
    existsSync(join(SHARED, name, `${file}.ts`)) ? `${file}.ts` : `${file}.tsx`,
  );
  return [...sources, ...(EXTRA_ENTRIES[name] ?? [])].map((file) => join(SHARED, name, file));
}

/**
 * The modules of our packages: import specifier → file. Without these paths the compiler would find the
 * packages in `node_modules`, treat them as external, and not reliably emit their declarations.
 */
function modules(): Record<string, [string]> {
  const names = readdirSync(SHARED).filter((name) => existsSync(join(SHARED, name, 'package.json')));
  const found = names.flatMap((name) =>
    Object.entries(manifestOf(name).exports ?? {}).map(([path, file]): [string, [string]] => [
      `@space/${name}${path.slice(1)}`,
      [join(SHARED, name, file)],
    ]),
  );
  return Object.fromEntries(found);
}

/** Compiles code and declarations of all packages. Takes a temporary folder and the output folder (`<name>/src/…`). */
async function compile(folder: string, out: string): Promise<void> {
  const project = {
    extends: join(SHARED, 'tooling', 'tsconfig.web.json'),
    compilerOptions: {
      noEmit: false,
      declaration: true,
      // `npm run lint` checks the types.
      noCheck: true,
      rewriteRelativeImportExtensions: true,
      rootDir: SHARED,
      outDir: out,
      types: ['node', 'vite/client'],
      paths: modules(),
    },
    files: PUBLISHED.flatMap(entriesOf),
  };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(project));
  const [diagnostic] = await tsc(folder);
  if (diagnostic) throw new Error(`The packages cannot be compiled: ${diagnostic.sentences.join(' ')}`);
}

/** The TypeScript configuration of this repository merged into one file, for remotes in repositories of their own. */
function tsconfigForRemotes(): string {
  const options = BASES.map((file) => {
    const text = readFileSync(join(SHARED, 'tooling', file), 'utf8');
    return (JSON.parse(text) as { compilerOptions: object }).compilerOptions;
  });
  return JSON.stringify({ compilerOptions: Object.assign({}, ...options) as object }, null, 2);
}

/** The files of a package that are not compiled: styles, images, the template of a remote. */
async function assetsOf(name: string): Promise<string[]> {
  const folders = ['src', 'public', 'template'].filter((folder) => existsSync(join(SHARED, name, folder)));
  const files = await Promise.all(
    folders.map(async (folder) =>
      (await filesOf(join(SHARED, name, folder))).map((file) => join(folder, file)),
    ),
  );
  return files.flat().filter((file) => !file.startsWith('src') || !/\.tsx?$/.test(file));
}

/**
 * Builds the published packages, JavaScript with declarations, each into its own `dist`; other files are copied. Only
 * `publishConfig` in their package.json refers to `dist`, so that this repository keeps using the sources.
 */
export async function buildPackages(): Promise<void> {
  // In this folder the compiler finds the types of Node and Vite.
  const parent = join(SHARED, 'release', 'node_modules', '.space-packages');
  await mkdir(parent, { recursive: true });
  const folder = await mkdtemp(join(parent, 'build-'));
  const out = join(folder, 'out');
  try {
    await compile(folder, out);
    for (const name of PUBLISHED) {
      const dist = join(SHARED, name, 'dist');
      await rm(dist, { recursive: true, force: true });
      await cp(join(out, name), dist, { recursive: true });
      for (const file of await assetsOf(name)) {
        await mkdir(dirname(join(dist, file)), { recursive: true });
        await cp(join(SHARED, name, file), join(dist, file));
      }
    }
    const release = join(SHARED, 'release', 'dist');
    await writeFile(join(release, 'tsconfig.json'), tsconfigForRemotes());
    const template = join(release, 'template', 'remote');
    const manifest = ownManifest(readFileSync(join(template, 'package.json'), 'utf8'));
    await writeFile(join(template, 'package.json'), JSON.stringify(manifest, null, 2));
    await writeFile(join(template, 'tsconfig.json'), JSON.stringify(TSCONFIG));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
