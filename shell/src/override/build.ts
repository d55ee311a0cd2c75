import { CONTRACT_VERSION, containerOf, type Release, type SlotFill } from '@space/federation';
import { TIME_LIMIT } from '../browser/withTimeLimit.ts';
import { prepareForDevelopment, type ShareRegistry } from './developmentRuntime.ts';

/** What is written beside an entry, by a build, a release or a development server. It is unchecked. */
export type Notes = Record<string, unknown>;

/** Shared with development servers alone, by `developmentRuntime.ts`: not a matter for the gate. */
const DEVELOPMENT_SHARE = 'react/jsx-dev-runtime';

const isRecord = (value: unknown): value is Notes =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown): value is string => typeof value === 'string';
const texts = (value: unknown): string[] => (Array.isArray(value) ? value.filter(isText) : []);
const recordIn = (value: unknown, name: string) =>
  isRecord(value) && isRecord(value[name]) ? value[name] : {};

/** Specifier → range: an object in a release's record, a list in the notes of a build. */
function sharesIn(notes: Notes): Record<string, string> {
  const list: unknown = notes['shared'];
  const pairs: unknown[][] = Array.isArray(list)
    ? list.filter(isRecord).map((share) => [share['name'], share['requiredVersion']])
    : Object.entries(recordIn(notes, 'shares'));
  return Object.fromEntries(
    pairs.filter((pair): pair is [string, string] => pair.every(isText) && pair[0] !== DEVELOPMENT_SHARE),
  );
}

/** Kilobytes after gzip, where a record knows the sizes. */
function kilobytesIn(notes: Notes): number {
  const sizes = Object.entries(recordIn(notes, 'files'))
    .filter(([file]) => /\.(js|css)$/.test(file))
    .map(([, size]) => (isRecord(size) && typeof size['gzip'] === 'number' ? size['gzip'] : 0));
  return Math.round(sizes.reduce((sum, size) => sum + size, 0) / 100) / 10;
}

/** What it puts into slots, as far as the notes say so. */
function fillsIn(notes: Notes): SlotFill[] {
  const list: unknown = notes['fills'];
  return (Array.isArray(list) ? list : []).filter(
    (one): one is SlotFill => isRecord(one) && isText(one['slot']) && isText(one['title']),
  );
}

/**
 * Makes a release of what lies at an override's address. Nothing of it has been through the gate, so its notes are
 * believed only as far as they go: what they do not say is taken as this shell's own.
 */
export function describeBuild(entry: string, notes: Notes): Release {
  const fills = fillsIn(notes);
  const plugin = recordIn(notes, 'metaData')['pluginVersion'] ?? notes['plugin'];
  const { container } = notes;
  return {
    version: 'override',
    entry,
    // Without a hash: the files behind the address may change from one visit to the next.
    styles: texts(notes['styles']).map((file) => ({ href: new URL(file, entry).href, integrity: '' })),
    preload: [],
    ...(fills.length > 0 && { fills }),
    contract: typeof notes['contract'] === 'number' ? notes['contract'] : CONTRACT_VERSION,
    plugin: isText(plugin) ? containerOf(isText(container) ? container : undefined, plugin) : 'unknown',
    shares: sharesIn(notes),
    uses: texts(notes['uses']),
    kilobytes: kilobytesIn(notes),
  };
}

/**
 * Asks an override's origin, and no other: an import would follow a redirect in silence, and run what someone else
 * serves.
 */
const ask = (address: string) =>
  fetch(address, {
    mode: 'cors',
    credentials: 'omit',
    cache: 'no-store',
    redirect: 'error',
    signal: AbortSignal.timeout(TIME_LIMIT),
  });

async function readNotes(address: string): Promise<Notes> {
  try {
    const response = await ask(address);
    const notes: unknown = response.ok ? await response.json() : null;
    return isRecord(notes) ? notes : {};
  } catch {
    // Not there, or not to be read: another file may be.
    return {};
  }
}

/**
 * Reads what is written beside an entry: how it was built, and which pages the remote declares. Takes the entry's address;
 * never throws.
 */
export async function notesBeside(entry: string): Promise<Notes> {
  let notes: Notes = {};
  // Of a build; of the folder that a development server serves; of a release in a store.
  for (const name of ['mf-manifest.json', 'remote.json', 'release.json']) {
    if (!('pages' in notes)) notes = { ...(await readNotes(new URL(name, entry).href)), ...notes };
  }
  return notes;
}

/**
 * Makes an override ready to be loaded like a release.
 *
 * Takes the address of its entry, what is written beside it, and the federation runtime; returns what to load. Throws when
 * the address does not answer itself.
 */
export async function openOverride(entry: string, notes: Notes, registry: ShareRegistry): Promise<Release> {
  const answer = await ask(entry);
  if (!answer.ok) throw new Error(`${entry} answered ${answer.status}`);
  prepareForDevelopment(entry, registry);
  return describeBuild(entry, notes);
}
