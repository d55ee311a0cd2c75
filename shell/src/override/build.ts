import { CONTRACT_VERSION, containerOf, type Release } from '@space/federation';
import { TIME_LIMIT } from '../browser/withTimeLimit.ts';
import { prepareForDevelopment, type ShareRegistry } from './developmentRuntime.ts';

/** The metadata beside an entry, written by a build, a release or a development server. Unchecked. */
export type Metadata = Record<string, unknown>;

/** Shared only with development servers, by `developmentRuntime.ts`: the gate does not check it. */
const DEVELOPMENT_SHARE = 'react/jsx-dev-runtime';

const isRecord = (value: unknown): value is Metadata =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isString = (value: unknown): value is string => typeof value === 'string';
const stringsIn = (value: unknown): string[] => (Array.isArray(value) ? value.filter(isString) : []);
const recordIn = (value: unknown, name: string) =>
  isRecord(value) && isRecord(value[name]) ? value[name] : {};

/** Specifier → range: an object in a release's record, a list in the metadata of a build. */
function sharesIn(metadata: Metadata): Record<string, string> {
  const list: unknown = metadata['shared'];
  const pairs: unknown[][] = Array.isArray(list)
    ? list.filter(isRecord).map((share) => [share['name'], share['requiredVersion']])
    : Object.entries(recordIn(metadata, 'shares'));
  return Object.fromEntries(
    pairs.filter((pair): pair is [string, string] => pair.every(isString) && pair[0] !== DEVELOPMENT_SHARE),
  );
}

/** Kilobytes after gzip; 0 if the metadata has no sizes. */
function kilobytesIn(metadata: Metadata): number {
  const sizes = Object.entries(recordIn(metadata, 'files'))
    .filter(([file]) => /\.(js|css)$/.test(file))
    .map(([, size]) => (isRecord(size) && typeof size['gzip'] === 'number' ? size['gzip'] : 0));
  return Math.round(sizes.reduce((sum, size) => sum + size, 0) / 100) / 10;
}

/**
 * Creates a release from the metadata of the build at an override's address. The build has not passed the gate, so its
 * metadata may be incomplete: missing values default to this shell's own.
 */
export function describeBuild(entry: string, metadata: Metadata): Release {
  const plugin = recordIn(metadata, 'metaData')['pluginVersion'] ?? metadata['plugin'];
  const { container } = metadata;
  return {
    version: 'override',
    entry,
    // Without a hash: the files behind the address may change from one visit to the next.
    styles: stringsIn(metadata['styles']).map((file) => ({ href: new URL(file, entry).href, integrity: '' })),
    preload: [],
    contract: typeof metadata['contract'] === 'number' ? metadata['contract'] : CONTRACT_VERSION,
    plugin: isString(plugin) ? containerOf(isString(container) ? container : undefined, plugin) : 'unknown',
    shares: sharesIn(metadata),
    uses: stringsIn(metadata['uses']),
    kilobytes: kilobytesIn(metadata),
  };
}

/** Fetches from an override's origin alone: an import would silently follow a redirect to code from another origin. */
const fetchFromOrigin = (address: string) =>
  fetch(address, {
    mode: 'cors',
    credentials: 'omit',
    cache: 'no-store',
    redirect: 'error',
    signal: AbortSignal.timeout(TIME_LIMIT),
  });

async function readMetadata(address: string): Promise<Metadata> {
  try {
    const response = await fetchFromOrigin(address);
    const metadata: unknown = response.ok ? await response.json() : null;
    return isRecord(metadata) ? metadata : {};
  } catch {
    // Missing or unreadable: another file may have the metadata.
    return {};
  }
}

/** Fetches the metadata beside an entry: how it was built, and its pages. Takes the entry's address; never throws. */
export async function fetchMetadata(entry: string): Promise<Metadata> {
  let metadata: Metadata = {};
  // Written by a build; in the folder that a development server serves; part of a release in a store.
  for (const name of ['mf-manifest.json', 'remote.json', 'release.json']) {
    if (!('pages' in metadata))
      metadata = { ...(await readMetadata(new URL(name, entry).href)), ...metadata };
  }
  return metadata;
}

/**
 * Prepares an override to be loaded like a release.
 *
 * Takes the address of its entry, its metadata, and the federation runtime; returns the release to load. Throws if the
 * address does not respond, or redirects.
 */
export async function openOverride(
  entry: string,
  metadata: Metadata,
  registry: ShareRegistry,
): Promise<Release> {
  const response = await fetchFromOrigin(entry);
  if (!response.ok) throw new Error(`${entry} answered ${response.status}`);
  prepareForDevelopment(entry, registry);
  return describeBuild(entry, metadata);
}
