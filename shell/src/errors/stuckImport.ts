import { TIME_LIMIT } from '../browser/browser.ts';
import { fetchRegistry, registryOfPage, type RemoteFailure } from '../registry/registry.ts';

const FAILED_IMPORT = /dynamically imported module:\s*(https?:\S+)/i;

/**
 * Whether only a new document can load a chunk of the shell whose import failed: it is available by now, but Chromium (seen
 * in 150) caches the failure; or it is gone, and another shell is live. Never throws.
 */
export async function isStuckImport(error: unknown): Promise<boolean> {
  const address = FAILED_IMPORT.exec(error instanceof Error ? error.message : '')?.[1];
  // Files of remotes are checked by their loader (load/recovery.ts).
  if (address === undefined || new URL(address).pathname.startsWith('/remotes/')) return false;
  const signal = AbortSignal.timeout(TIME_LIMIT);
  try {
    const { ok } = await fetch(address, { method: 'HEAD', cache: 'no-cache', signal });
    if (ok) return true;
    const { shell } = (await fetchRegistry(signal)) as { shell?: unknown }; // JSON of our own store
    return shell !== registryOfPage().shell;
  } catch {
    // Without a network a new document would not help: the panel stays.
    return false;
  }
}

/** Whether only a new document can show a page that could not be loaded, according to the network. Never throws. */
export async function needsNewDocument({ owner, cause }: RemoteFailure): Promise<boolean> {
  if (await isStuckImport(cause)) return true;
  if (owner === 'shell') return false;
  try {
    const { needsReload } = await import('../load/openRemotePage.ts');
    return await needsReload(owner);
  } catch (error) {
    return isStuckImport(error);
  }
}
