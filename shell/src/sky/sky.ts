import { PATHS, pageFor } from '@space/domain';

/**
 * What lies behind a page: 'night' behind the public pages and the sign-in, whatever the system's colour scheme; night
 * or dawn, as the system says, behind the week, the settings and the rest (ux.md, Theme); nothing behind retro pages,
 * which bring a look of their own (D-5).
 */
export type Sky = 'night' | 'system' | 'none';

/** The sky behind the page at a path. */
export function skyAt(pathname: string): Sky {
  const owner = pageFor(pathname)?.owner;
  if (owner === 'retro' || pathname === PATHS.retro || pathname.startsWith(`${PATHS.retro}/`)) return 'none';
  return owner === 'marketing' || pathname === PATHS.auth ? 'night' : 'system';
}

/** Tells the document, whose style sheet paints the sky and sets the colour scheme of all that lies around a page. */
export function showSky(pathname: string): void {
  document.documentElement.dataset['sky'] = skyAt(pathname);
}
