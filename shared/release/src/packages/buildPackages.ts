import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { filesOf } from '@space/store';
import { ROOT } from '../places.ts';
import { tsc } from '../gate/tsc.ts';
import { modulesIn, reportOf } from '../gate/typesOf.ts';
import { TSCONFIG, ownManifest } from './ownRepository.ts';
import { REPORT_FILE } from '../gate/releaseTypes.ts';

const SHARED = join(ROOT, 'shared');
const BASES = ['tsconfig.base.json', 'tsconfig.web.json', 'tsconfig.app.json'];

/** Entries of `publishConfig.exports`: a file, or declarations and code. */
type Exported = string | { default: string };

interface Manifest {
  name: string;
  publishConfig?: { exports: Record<string, Exported>; bin?: Record<string, string> };
}

/** A package.json of ours, taken at its word. */
const manifestOf = (name: string) =>
  JSON.parse(readFileSync(join(SHARED, name, 'package.json'), 'utf8')) as Manifest;

/** The folders below `shared/` of the packages that are published: those that say in `publishConfig` what is taken from them. */
export const PUBLISHED: readonly string[] = readdirSync(SHARED).filter(
  (name) =>
    existsSync(join(SHARED, name, 'package.json')) && manifestOf(name).publishConfig?.exports !== undefined,
);

/** What a package starts or hands to others beside what it imports. */
const BESIDE: Readonly<Record<string, readonly string[]>> = {
  federation: ['src/startWorker.ts'],
  release: ['src/prerender/main.ts', 'src/prerender/renderPage.tsx', 'src/space/vitest.config.ts'],
};

/** The sources of what a package offers: what is a script in its `dist` is made from one with TypeScript's ending. */
function entriesOf(name: string): string[] {
  const { exports = {}, bin = {} } = manifestOf(name).publishConfig ?? {};
  const offered = [...Object.values(exports), ...Object.values(bin)]
    .map((one) => (typeof one === 'string' ? one : one.default))
    .filter((file) => file.endsWith('.js'))
    .map((file) => file.replace('./dist/', '').replace(/\.js$/, ''));
  const sources = offered.map((file) =>
    existsSync(join(SHARED, name, `${file}.ts`)) ? `${file}.ts` : `${file}.tsx`,
  );
  return [...sources, ...(BESIDE[name] ?? [])].map((file) => join(SHARED, name, file));
}

/** Code and declarations of all packages in one run of the compiler. Takes the folder where they go: `<name>/src/…`. */
async function compile(folder: string, out: string): Promise<void> {
  const project = {
    extends: join(SHARED, 'tooling', 'tsconfig.web.json'),
    compilerOptions: {
      noEmit: false,
      declaration: true,
      // `npm run lint` has checked them.
      noCheck: true,
      rewriteRelativeImportExtensions: true,
      rootDir: SHARED,
      outDir: out,
      types: ['node', 'vite/client'],
      paths: modulesIn(SHARED),
    },
    files: PUBLISHED.flatMap(entriesOf),
  };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(project));
  const [complaint] = await tsc(folder);
  if (complaint) throw new Error(`The packages cannot be compiled: ${complaint.sentences.join(' ')}`);
}

/** The compiler's settings of this repository in one file, for a remote in another one. */
function settingsForRemotes(): string {
  const options = BASES.map((file) => {
    const text = readFileSync(join(SHARED, 'tooling', file), 'utf8');
    return (JSON.parse(text) as { compilerOptions: object }).compilerOptions;
  });
  return JSON.stringify({ compilerOptions: Object.assign({}, ...options) as object }, null, 2);
}

/** The files of a package that no compiler makes: styles, pictures, the template of a remote. */
async function besideScripts(name: string): Promise<string[]> {
  const folders = ['src', 'public', 'template'].filter((folder) => existsSync(join(SHARED, name, folder)));
  const files = await Promise.all(
    folders.map(async (folder) =>
      (await filesOf(join(SHARED, name, folder))).map((file) => join(folder, file)),
    ),
  );
  return files.flat().filter((file) => !file.startsWith('src') || !/\.tsx?$/.test(file));
}

/**
 * Builds the packages that are published, JavaScript with declarations, each into its own `dist`; what is no script lies
 * beside it as it is. Their package.json names those files in `publishConfig`, so that nothing changes in this repository.
 */
export async function buildPackages(): Promise<void> {
  // Here the types of Node and of Vite are found.
  const place = join(SHARED, 'release', 'node_modules', '.space-packages');
  await mkdir(place, { recursive: true });
  const folder = await mkdtemp(join(place, 'build-'));
  const out = join(folder, 'out');
  try {
    await compile(folder, out);
    for (const name of PUBLISHED) {
      const dist = join(SHARED, name, 'dist');
      await rm(dist, { recursive: true, force: true });
      await cp(join(out, name), dist, { recursive: true });
      for (const file of await besideScripts(name)) {
        await mkdir(dirname(join(dist, file)), { recursive: true });
        await cp(join(SHARED, name, file), join(dist, file));
      }
    }
    const report = await reportOf(join(SHARED, 'platform'));
    await writeFile(join(SHARED, 'platform', 'dist', REPORT_FILE), JSON.stringify(report));
    const release = join(SHARED, 'release', 'dist');
    await writeFile(join(release, 'tsconfig.json'), settingsForRemotes());
    const template = join(release, 'template', 'remote');
    const manifest = ownManifest(readFileSync(join(template, 'package.json'), 'utf8'));
    await writeFile(join(template, 'package.json'), JSON.stringify(manifest, null, 2));
    await writeFile(join(template, 'tsconfig.json'), JSON.stringify(TSCONFIG));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
