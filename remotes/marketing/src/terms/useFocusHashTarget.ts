import { useEffect } from 'react';
import { useLocation } from '@space/platform';

/**
 * Scrolls to the section in the hash of the URL and focuses its heading: after a link of this page, after Back, and when a
 * shared URL is opened. The router alone would scroll without moving the focus.
 */
export function useFocusHashTarget(): void {
  const { hash, key } = useLocation();
  useEffect(() => {
    const heading = hash === '' ? null : document.getElementById(hash.slice(1));
    heading?.scrollIntoView({ block: 'start' });
    heading?.focus({ preventScroll: true });
  }, [hash, key]);
}
