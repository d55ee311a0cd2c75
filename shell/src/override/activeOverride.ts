import type { Release } from '@space/federation';
import type { ShareRegistry } from './developmentRuntime.ts';
import type { Override } from './override.ts';

// All that a visitor's first load has of overrides and previews: whether there is anything to decide, and what was decided.

/** Where this tab keeps the wish that its visitor has confirmed. */
export const OVERRIDE_KEY = 'better-space-override';

/** What asks for an override in the query of any page. */
export const OVERRIDE_QUERY = 'override';

/** What asks for a preview. */
export const PREVIEW_QUERY = 'preview';

/** Whether someone asks for an override or a preview, by the address or earlier in this tab. */
export function isOverrideWished(): boolean {
  try {
    const query = new URLSearchParams(location.search);
    return (
      query.has(OVERRIDE_QUERY) || query.has(PREVIEW_QUERY) || sessionStorage.getItem(OVERRIDE_KEY) !== null
    );
  } catch {
    // Storage is blocked: nothing can have been kept.
    return false;
  }
}

interface ActiveOverride extends Override {
  /** What becomes of it is no event: a preview is tried, and not judged. */
  isPreview: boolean;
  /** Makes a release of it. Takes where shares are registered, and what is shared. Throws when its address does not answer. */
  open: (registry: ShareRegistry, offered: Readonly<Record<string, string>>) => Promise<Release>;
}

let active: ActiveOverride | null = null;

/** Notes what has been decided for this document: it was checked against the operator's list. */
export function activateOverride(override: ActiveOverride): void {
  active = override;
}

/** What a remote is taken from instead of its releases, or null. */
export const activeOverride = (remote: string): ActiveOverride | null =>
  active?.remote === remote ? active : null;
