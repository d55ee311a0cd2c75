import { parseRegistry, type Registry } from '@space/federation';
import { targetAddress } from '../browser/browser.ts';
import { fetchRegistry, hasRegistry, registryOfPage } from '../registry/registry.ts';
import { diagnose } from './files.ts';
import { canTryAgain, candidatesHere } from './versions.ts';

// What may help when no version runs: another attempt, or a new document. Loaded only after a failure, which is rare.

/** The current registry; null if it cannot be read. */
const currentRegistry = (): Promise<Registry | null> =>
  fetchRegistry()
    .then(parseRegistry)
    .catch(() => null);

/** A string that changes when another version of a remote is live or it is switched off or on. */
const stateKey = (registry: Registry, remote: string) => {
  const state = registry.remotes[remote];
  return JSON.stringify([state?.live.version, state?.canary?.release.version, state?.disabled]);
};

/**
 * Whether Retry needs a new document: another version is live by now, whose hashes this document does not have, or the
 * browser has cached the failed import of a file that is available by now. Never throws.
 */
export async function needsReload(remote: string): Promise<boolean> {
  const now = await currentRegistry();
  if (now === null) return false;
  if (!hasRegistry() || stateKey(now, remote) !== stateKey(registryOfPage(), remote)) return true;
  const releases = candidatesHere(remote, new Set()).map(({ release }) => release);
  if (releases.every(canTryAgain)) return false;
  for (const release of releases) {
    if ((await diagnose(release)) === null) return !canTryAgain(release);
  }
  return false;
}

/** Opens the target of the navigation under way, or the current address, in a new document. */
function openDocument(): void {
  const target = new URL(targetAddress(), location.origin);
  if (target.pathname + target.search === location.pathname + location.search) {
    // Navigating to an address that differs only in its hash would not load a new document.
    history.replaceState(history.state, '', target);
    location.reload();
  } else location.assign(target);
}

/**
 * Reloads a document from before the live release, whose files may have been deleted since; once for each version, and not
 * if the visitor navigates elsewhere. Returns whether the document is being replaced.
 */
export async function reloadIfOutdated(remote: string, signal: AbortSignal): Promise<boolean> {
  const now = await currentRegistry();
  if (signal.aborted) return false;
  const version = now?.remotes[remote]?.live.version;
  if (version === undefined || version === registryOfPage().remotes[remote]?.live.version) return false;
  const key = `better-space-reloaded:${remote}`;
  try {
    if (sessionStorage.getItem(key) === version) return false;
    sessionStorage.setItem(key, version);
  } catch {
    // Without storage nothing would stop a loop of reloads, so there is none.
    return false;
  }
  openDocument();
  return true;
}
