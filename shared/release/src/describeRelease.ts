import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { CONTAINERS, CONTRACTS, CONTRACT_VERSION, EXPOSED_MODULE, containerOf } from '@space/federation';
import { SHARES } from '@space/federation/shares';
import {
  SHELL,
  checked,
  claimsOf,
  errorMessage,
  filesOf,
  integrityOf,
  isMissing,
  originSchema,
  runOf,
  storeError,
  type ReleaseRecord,
} from '@space/store';
import { contractAndUses, isStock, readBuildManifest, readJson, sharesOf } from './buildManifest.ts';
import { chunksOfRemote, chunksOfShell } from './chunks.ts';
import { checkStock, entryOf } from './gate/checkStock.ts';
import { refusedRelease, type Candidate } from './gate/gate.ts';
import { ROOT, declarationOf } from './places.ts';

/** Build metadata that no browser requests: the record contains what is needed of it. */
const BUILD_METADATA = /^(mf-manifest|mf-stats)\.json$/;

type Origin = Pick<ReleaseRecord, 'commit' | 'branch' | 'run' | 'source' | 'builtAt'>;
type Own = Omit<ReleaseRecord, 'name' | 'version' | keyof Origin | 'files'>;

/** The app-specific fields of a remote's record, from its declaration and its build manifest. */
async function ofRemote(name: string, folder: string, dist: string, files: readonly string[]): Promise<Own> {
  const declaration = declarationOf(name, folder);
  const { title, pages, navigation, budget, container } = declaration;
  const manifest = readBuildManifest(dist);
  const isStockBuild = isStock(manifest);
  const refusals = isStockBuild ? await checkStock({ declaration, manifest, dist, files }) : [];
  if (refusals.length > 0) throw refusedRelease({ name, version: 'as it was built' }, refusals);
  const routes = manifest.exposes.find(({ path }) => path === EXPOSED_MODULE);
  if (!routes)
    throw storeError(
      `The build in ${dist} does not expose ${EXPOSED_MODULE}: \`exposes\` of the federation plugin names it.`,
    );
  const entry = entryOf(manifest);
  const styles = files.filter((file) => file.endsWith('.css'));
  return {
    title,
    pages: claimsOf(pages),
    ...(navigation && { navigation }),
    budget,
    ...contractAndUses(manifest, declaration),
    plugin: containerOf(container, manifest.metaData.pluginVersion),
    shares: sharesOf(manifest),
    entry,
    styles,
    preload: routes.assets.js.sync,
    chunks: chunksOfRemote({ dist, files }, [entry, ...routes.assets.js.sync, ...styles]),
  };
}

const PLATFORM = join(ROOT, 'shared/platform');
/** The version in the `package.json` of a folder. Throws StoreError with the path if there is none. */
function packageVersion(folder: string): string {
  const file = join(folder, 'package.json');
  const manifest = readJson(file, 'Every app has one, with its version.') as { version?: unknown } | null;
  if (typeof manifest?.version === 'string') return manifest.version;
  throw storeError(`${file} has no version. Add one, as in "version": "0.1.0".`);
}
const versionOfShare = (name: string) =>
  packageVersion(name === '@space/platform' ? PLATFORM : join(ROOT, 'shell/node_modules/react'));

/** The app-specific fields of the shell's record. At run time the modules define the shares (shell/src/load/shared.ts). */
async function ofShell(folder: string, dist: string, files: readonly string[]): Promise<Own> {
  const { title, pages, budget } = declarationOf(SHELL, folder);
  // Loaded on demand: it imports Vite, which other commands do not need.
  const { namesOfShare } = await import('@space/federation/moduleNames');
  return {
    title,
    pages: claimsOf(pages),
    budget,
    contract: CONTRACT_VERSION,
    contracts: [...CONTRACTS],
    plugin: CONTAINERS.join(' '),
    shares: Object.fromEntries(Object.keys(SHARES).map((name) => [name, versionOfShare(name)])),
    uses: namesOfShare('@space/platform', join(PLATFORM, 'src/index.ts')).sort(),
    entry: 'index.html',
    styles: [],
    preload: [],
    chunks: chunksOfShell({ dist, files }),
  };
}

/**
 * Where a build of this machine comes from: the commit and the branch of its source folder, if git knows them, the CI run, if
 * there is one, and the time. Takes the folder and the hash of the source, if it is known.
 */
export function originOfSource(folder: string, source?: string): Origin {
  const run = runOf(process.env);
  const known = {
    ...(run !== null && { run }),
    ...(source !== undefined && { source }),
    builtAt: new Date().toISOString(),
  };
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  try {
    const commit =
      git('rev-parse', '--short=10', 'HEAD') + (git('status', '--porcelain', '--', '.') && '+changes');
    // Empty if no branch is checked out, as in many CI runs.
    const branch = git('branch', '--show-current');
    return { commit, ...(branch !== '' && { branch }), ...known };
  } catch {
    return { commit: null, ...known };
  }
}

/**
 * Where an uploaded build comes from, if its archive says so; otherwise the commit is unknown. Takes the folder of the
 * unpacked archive. Throws StoreError if its `origin.json` is invalid.
 */
export async function originOfUpload(folder: string): Promise<Origin> {
  const file = join(folder, 'origin.json');
  try {
    return checked(originSchema, JSON.parse(await readFile(file, 'utf8')), 'This is not an origin');
  } catch (error) {
    if (isMissing(error)) return { commit: null, builtAt: new Date().toISOString() };
    throw storeError(`${file} does not say where the build comes from: ${errorMessage(error)}`, error);
  }
}

/**
 * Creates the release candidate of a build, with the record that the gate checks and the store keeps.
 *
 * Takes the name ('retro', 'shell'), the source folder, the folder of its build, and where the build comes from; returns the
 * candidate. Its version is the package's version followed by a hash of all files, so the same content always has the same
 * version.
 */
export async function describeRelease(
  name: string,
  folder: string,
  dist: string,
  origin: Origin,
): Promise<Candidate> {
  const names = (await filesOf(dist)).filter((file) => !BUILD_METADATA.test(file));
  if (names.length === 0) throw storeError(`There is no build in ${dist}.`);
  const hash = createHash('sha256');
  const files: ReleaseRecord['files'] = {};
  for (const file of names) {
    const bytes = await readFile(join(dist, file));
    hash.update(file).update('\0').update(bytes);
    files[file] = {
      bytes: bytes.byteLength,
      gzip: gzipSync(bytes, { level: 9 }).byteLength,
      integrity: integrityOf(bytes),
    };
  }
  const own = name === SHELL ? await ofShell(folder, dist, names) : await ofRemote(name, folder, dist, names);
  // The declaration is part of the content: a changed page claim is a new version.
  hash.update(JSON.stringify(own));
  const version = `${packageVersion(folder)}-${hash.digest('hex').slice(0, 12)}`;
  const { places = {} } = name === SHELL ? {} : readBuildManifest(dist);
  return { record: { name, version, ...origin, ...own, files }, folder: dist, places };
}
