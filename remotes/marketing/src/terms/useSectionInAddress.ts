import { useEffect } from 'react';
import { useLocation } from '@space/platform';

/**
 * Goes to the section that the address names, with the focus, whether a link of this page was followed, Back was pressed
 * or the address was shared. The router alone would scroll, and leave the keyboard where it was.
 */
export function useSectionInAddress(): void {
  const { hash, key } = useLocation();
  useEffect(() => {
    const heading = hash === '' ? null : document.getElementById(hash.slice(1));
    heading?.scrollIntoView({ block: 'start' });
    heading?.focus({ preventScroll: true });
  }, [hash, key]);
}
