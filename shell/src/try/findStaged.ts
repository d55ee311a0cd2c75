import { INTEGRITY, checkPages, isRecord, isRemoteName, parseRegistry } from '@space/federation';
import { TIME_LIMIT } from '../browser/browser.ts';
import { pagesOfSite, registryOfPage, type RemoteHere } from '../registry/registry.ts';

/** A staged release, as its store describes it. */
export interface Staged {
  name: string;
  version: string;
  /** The remote with this release in the place of all others. */
  state: RemoteHere;
  /** The address of each of its scripts → its hash. */
  scripts: ReadonlyMap<string, string>;
}

const REQUEST = /^([^@]+)@(\d+\.\d+\.\d+-[0-9a-f]{12})$/;

/** Parses an entry of `staged.json`. Throws if it is malformed, names files outside its own folder, or claims a page of others. */
function parseStaged(name: string, version: string, value: unknown): Staged {
  const { title, pages, release: live, integrity } = isRecord(value) ? value : {};
  const described = { title, pages, live, previous: null, canary: null, disabled: null };
  const state = parseRegistry({ remotes: { [name]: described } }).remotes[name];
  if (!state || !isRecord(integrity)) throw new Error('it is malformed');
  const { live: tried } = state;
  const { entry, styles, preload, chunks = {} } = tried;
  const named = [entry, ...styles.map(({ href }) => href), ...preload, ...Object.values(chunks).flat()];
  const files = [...named, ...Object.keys(integrity)];
  // An address with '..' would leave the folder when the browser resolves it.
  const isOwn = (file: string) =>
    file.startsWith(`/remotes/${name}/${version}/`) &&
    new URL(file, location.origin).href === location.origin + file;
  if (!files.every(isOwn)) throw new Error('it names files of others');
  const hashes = files.map((file) => [file, integrity[file]] as const);
  const isChecked = hashes.every((pair): pair is [string, string] => INTEGRITY.test(String(pair[1])));
  if (tried.version !== version || !isChecked) throw new Error('a file has no hash');
  const others = pagesOfSite().map((page) => ({ name: page.owner, pages: [page] }));
  const [refusal] = checkPages(name, state.pages, others);
  if (refusal) throw new Error(refusal.message);
  return {
    name,
    version,
    // Staged after the remote was switched off, it is what its team wants to see before it switches it on again.
    state: {
      ...{ ...state, ...registryOfPage().remotes[name] },
      ...{ title: state.title, pages: state.pages, tried, disabled: null },
    },
    scripts: new Map(hashes.filter(([file]) => !file.endsWith('.css'))),
  };
}

/**
 * Finds the staged release that an address asks for ('retro@0.2.0-0123456789ab') on this site. Returns null if it is not
 * staged. Throws if the store does not answer, or says what this site must not run.
 */
export async function findStaged(text: string): Promise<Staged | null> {
  const [, name, version] = REQUEST.exec(text) ?? [];
  if (name === undefined || version === undefined || !isRemoteName(name)) return null;
  const response = await fetch(`/remotes/${name}/staged.json`, {
    cache: 'no-cache',
    redirect: 'error',
    signal: AbortSignal.timeout(TIME_LIMIT),
  });
  if (response.status === 404) return null;
  if (!response.ok) throw new Error(`the site answered ${response.status}`);
  const staged: unknown = await response.json();
  const own = isRecord(staged) && Object.hasOwn(staged, version) ? staged[version] : null;
  return own === null ? null : parseStaged(name, version, own);
}
