import type { Release } from '@space/federation';
import type { ShareRegistry } from './developmentRuntime.ts';
import type { Override } from './override.ts';

// The only code for overrides and previews in the first load: whether one is requested, and which one is active.

/** The key in sessionStorage of the override or preview that the visitor has confirmed for this tab. */
export const OVERRIDE_KEY = 'better-space-override';

/** The query parameter that requests an override, on any page. */
export const OVERRIDE_QUERY = 'override';

/** The query parameter that requests a preview. */
export const PREVIEW_QUERY = 'preview';

/** Whether an override or a preview is requested by the address, or was confirmed in this tab. */
export function isOverrideRequested(): boolean {
  try {
    const query = new URLSearchParams(location.search);
    return (
      query.has(OVERRIDE_QUERY) || query.has(PREVIEW_QUERY) || sessionStorage.getItem(OVERRIDE_KEY) !== null
    );
  } catch {
    // Storage is blocked: nothing can have been stored.
    return false;
  }
}

interface ActiveOverride extends Override {
  /** Sends no events: a preview is only being tried, and its failures do not count. */
  isPreview: boolean;
  /** Creates its release. Takes the registry of shares, and the shared versions. Throws if its address does not respond. */
  open: (registry: ShareRegistry, offered: Readonly<Record<string, string>>) => Promise<Release>;
}

let active: ActiveOverride | null = null;

/** Sets the override of this document, which was checked against the operator's list. */
export function activateOverride(override: ActiveOverride): void {
  active = override;
}

/** The override that replaces the releases of a remote, or null. */
export const activeOverride = (remote: string): ActiveOverride | null =>
  active?.remote === remote ? active : null;
