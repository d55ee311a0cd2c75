import { REGISTRY_ELEMENT, withoutPrototype, type Registry } from '@space/federation';

const EMPTY_REGISTRY: Registry = { shell: 'unknown', remotes: withoutPrototype({}) };

function read(): Registry {
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

let known: Registry | null = null;

/**
 * The registry in this page's HTML, which also has the hashes of the files that it names. It does not change as long as the
 * document lives: later releases apply to the next document.
 */
export function registryOfPage(): Registry {
  known ??= read();
  return known;
}

/** Whether this page's HTML has a readable registry. */
export const hasRegistry = (): boolean => registryOfPage() !== EMPTY_REGISTRY;
