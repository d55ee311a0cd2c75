import { registryOfPage } from '../registry/registryOfPage.ts';

const FAILED_IMPORT = /dynamically imported module:\s*(https?:\S+)/i;

/** Whether pages are made from another shell since this document was opened. Throws when no one can be asked. */
async function isOutdated(): Promise<boolean> {
  const response = await fetch('/registry.json', { cache: 'no-cache' });
  const now: unknown = await response.json();
  return typeof now === 'object' && now !== null && 'shell' in now && now.shell !== registryOfPage().shell;
}

/**
 * Whether only a new document can have a chunk of the shell whose import failed: it can be had by now, but Chromium (seen
 * in 150) remembers a failed import for as long as the document lives; or it is gone, and another shell has come since.
 *
 * Takes the error that the import ended with; returns whether to reload. Never throws.
 */
export async function isStuckImport(error: unknown): Promise<boolean> {
  const address = FAILED_IMPORT.exec(error instanceof Error ? error.message : '')?.[1];
  // What a remote's own files need, its loader knows better (retryRemote.ts).
  if (address === undefined || new URL(address).pathname.startsWith('/remotes/')) return false;
  try {
    const { ok } = await fetch(address, { method: 'HEAD', cache: 'no-cache' });
    return ok || (await isOutdated());
  } catch {
    // Without a network nothing can be had: the panel stays.
    return false;
  }
}
