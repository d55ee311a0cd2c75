import type { Sky } from '@space/federation';
import { findPage, isInOwnWorld } from '../registry/registry.ts';

/** The sky behind a path, as the page there declares it. An unknown path below a page with a look of its own has none. */
export function skyAt(pathname: string): Sky {
  return findPage(pathname)?.sky ?? (isInOwnWorld(pathname) ? 'none' : 'system');
}

/** Sets `data-sky`, by which the style sheet paints the sky and sets the colour scheme of everything around a page. */
export function showSky(pathname: string): void {
  document.documentElement.dataset['sky'] = skyAt(pathname);
}
