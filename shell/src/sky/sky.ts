import { PATHS, pageFor } from '@space/domain';

/**
 * Whether a page belongs to the night sky, whatever the system's colour scheme: the public pages, the sign-in and retro.
 * The week and the settings follow the system (ux.md, Theme).
 */
export function isUnderNightSky(pathname: string): boolean {
  const owner = pageFor(pathname)?.owner;
  return owner === 'marketing' || owner === 'retro' || pathname === PATHS.auth;
}

/** Sets the colour scheme of the whole document, so that what lies around and behind a page fits it. */
export function showSky(pathname: string): void {
  document.documentElement.dataset['sky'] = isUnderNightSky(pathname) ? 'night' : 'system';
}
