import { useEffect } from 'react';
import { useLocation } from '@space/platform';

/**
 * Focuses the heading of the section in the hash of the URL: after a link of this page, after Back, and when a shared URL
 * is opened. The host scrolls there.
 */
export function useFocusHashTarget(): void {
  const { hash, key } = useLocation();
  useEffect(() => {
    const heading = hash === '' ? null : document.getElementById(hash.slice(1));
    heading?.focus({ preventScroll: true });
  }, [hash, key]);
}
