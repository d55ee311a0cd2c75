import type { ReactNode } from 'react';
import { withTimeLimit } from '../browser/withTimeLimit.ts';

let kept: { path: string; page: ReactNode } | null = null;

/**
 * Keeps the prerendered page of a document whose remote could not be loaded: it is still readable. Takes the element that
 * React is about to empty, the remote, and the path.
 */
export async function keepPage(container: Element, remote: string, path: string): Promise<void> {
  try {
    const { keptPage } = await withTimeLimit(import('./KeptPage.tsx'));
    kept = { path, page: keptPage(container, remote) };
  } catch {
    // Then the panel replaces the page.
  }
}

/** The page that was kept, if it is the one at this path. */
export const keptPageAt = (path: string): ReactNode => (kept?.path === path ? kept.page : null);
