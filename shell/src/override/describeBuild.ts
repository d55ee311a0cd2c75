import { CONTRACT_VERSION, PLUGIN_VERSION } from '@space/federation';
import type { Release } from '@space/federation';

/** Shared with development servers alone, by `developmentRuntime.ts`: not a matter for the gate. */
const DEVELOPMENT_SHARE = 'react/jsx-dev-runtime';

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown): value is string => typeof value === 'string';
const texts = (value: unknown): string[] => (Array.isArray(value) ? value.filter(isText) : []);
const recordIn = (value: unknown, name: string) =>
  isRecord(value) && isRecord(value[name]) ? value[name] : {};

/** Specifier → range: an object in a release's record, a list in the notes of a build. */
function sharesIn(notes: Record<string, unknown>): Record<string, string> {
  const list: unknown = notes['shared'];
  const pairs: unknown[][] = Array.isArray(list)
    ? list.filter(isRecord).map((share) => [share['name'], share['requiredVersion']])
    : Object.entries(recordIn(notes, 'shares'));
  return Object.fromEntries(
    pairs.filter((pair): pair is [string, string] => pair.every(isText) && pair[0] !== DEVELOPMENT_SHARE),
  );
}

/** Kilobytes after gzip, where a record knows the sizes. */
function kilobytesIn(notes: Record<string, unknown>): number {
  const sizes = Object.entries(recordIn(notes, 'files'))
    .filter(([file]) => /\.(js|css)$/.test(file))
    .map(([, size]) => (isRecord(size) && typeof size['gzip'] === 'number' ? size['gzip'] : 0));
  return Math.round(sizes.reduce((sum, size) => sum + size, 0) / 100) / 10;
}

/**
 * Makes a release of what lies at an override's address. Nothing of it has been through the gate, so its notes are
 * believed only as far as they go: what they do not say is taken as this shell's own.
 *
 * Takes the entry's address and the notes that lie beside it: a release's record (`release.json`), those of a build or a
 * development server (`mf-manifest.json`), or null.
 */
export function describeBuild(entry: string, notes: unknown): Release {
  const known = isRecord(notes) ? notes : {};
  const plugin = known['plugin'] ?? recordIn(known, 'metaData')['pluginVersion'];
  return {
    version: 'override',
    entry,
    // Without a hash: the files behind the address may change from one visit to the next.
    styles: texts(known['styles']).map((file) => ({ href: new URL(file, entry).href, integrity: '' })),
    preload: [],
    contract: typeof known['contract'] === 'number' ? known['contract'] : CONTRACT_VERSION,
    plugin: isText(plugin) ? plugin : PLUGIN_VERSION,
    shares: sharesIn(known),
    uses: texts(known['uses']),
    kilobytes: kilobytesIn(known),
  };
}
