const FAILED_IMPORT = /dynamically imported module:\s*(https?:\S+)/i;

/**
 * Whether a chunk of the shell can be had by now although its import failed. Chromium (seen in 150) remembers a failed
 * import for as long as the document lives, so that only a reload helps; a chunk that is still missing needs none.
 *
 * Takes the error that the import ended with; returns whether to reload. Never throws.
 */
export async function isStuckImport(error: unknown): Promise<boolean> {
  const address = FAILED_IMPORT.exec(error instanceof Error ? error.message : '')?.[1];
  // What a remote's own files need, its loader knows better (retryRemote.ts).
  if (address === undefined || new URL(address).pathname.startsWith('/remotes/')) return false;
  try {
    const { ok } = await fetch(address, { method: 'HEAD', cache: 'no-cache' });
    return ok;
  } catch {
    // Without a network nothing can be had: the panel stays.
    return false;
  }
}
