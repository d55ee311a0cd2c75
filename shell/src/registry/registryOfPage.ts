import {
  REGISTRY_ELEMENT,
  withoutPrototype,
  type Registry,
  type Release,
  type RemoteState,
} from '@space/federation';

/** A remote in this document. `tried`: a staged release that this tab tries in the place of all others (src/try). */
export interface RemoteHere extends RemoteState {
  tried?: Release;
}

interface RegistryHere extends Registry {
  remotes: Record<string, RemoteHere>;
}

const EMPTY_REGISTRY: RegistryHere = { shell: 'unknown', remotes: withoutPrototype({}) };

function read(): RegistryHere {
  // There is no document in Node, where the HTML around the pages is rendered.
  if (typeof document === 'undefined') return EMPTY_REGISTRY;
  const text = document.getElementById(REGISTRY_ELEMENT)?.textContent;
  if (!text) return EMPTY_REGISTRY;
  try {
    // Not validated: it is part of the HTML that also loads this code, and `derive` has checked it.
    const registry = JSON.parse(text) as Registry;
    return { ...registry, remotes: withoutPrototype(registry.remotes) };
  } catch {
    // Without it the shell's own pages still work; all others say that they could not be loaded.
    return EMPTY_REGISTRY;
  }
}

let known: RegistryHere | null = null;

/**
 * The registry in this page's HTML, which also has the hashes of the files that it names. It does not change as long as the
 * document lives, except at its start in a tab that tries a staged release: later releases apply to the next document.
 */
export function registryOfPage(): RegistryHere {
  known ??= read();
  return known;
}

/** Whether this page's HTML has a readable registry. */
export const hasRegistry = (): boolean => registryOfPage() !== EMPTY_REGISTRY;
