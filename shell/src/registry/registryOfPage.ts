import { REGISTRY_ELEMENT, type Registry } from '@space/federation';

const NOBODY: Registry = { shell: 'unknown', remotes: {}, overrideOrigins: [] };

function read(): Registry {
  // Rules are also asked where there is no page: in Node.
  if (typeof document === 'undefined') return NOBODY;
  const text = document.getElementById(REGISTRY_ELEMENT)?.textContent;
  if (!text) return NOBODY;
  try {
    // Part of the HTML that also names this very code: what derived both has checked it.
    return JSON.parse(text) as Registry;
  } catch {
    // A page without it still has the shell's own pages; the others say that they could not be loaded.
    return NOBODY;
  }
}

let known: Registry | null = null;

/**
 * The registry that came with this page's HTML, and with it the hashes of all that it names. It holds as long as the
 * document lives: what was released since is for the next one.
 */
export function registryOfPage(): Registry {
  known ??= read();
  return known;
}

/** Whether this page's HTML holds a registry that can be read. */
export const hasRegistry = (): boolean => registryOfPage() !== NOBODY;
