import { useCallback, useLayoutEffect, useRef, useState } from 'react';

/**
 * Something that opens in place of, or beside, the button that opens it (a composer, an editor). Closing gives the focus
 * back to that button, which may only be mounted again by the closing itself: hence after the commit, not before.
 */
export function useDisclosure(isOpenAtFirst = false) {
  const [isOpen, setIsOpen] = useState(isOpenAtFirst);
  const openerRef = useRef<HTMLButtonElement>(null);
  const givesFocusBack = useRef(false);

  useLayoutEffect(() => {
    if (isOpen || !givesFocusBack.current) return;
    givesFocusBack.current = false;
    openerRef.current?.focus({ preventScroll: true });
  }, [isOpen]);

  const open = useCallback(() => {
    setIsOpen(true);
  }, []);

  const close = useCallback((shouldGiveFocusBack: boolean) => {
    givesFocusBack.current = shouldGiveFocusBack;
    setIsOpen(false);
  }, []);

  return { isOpen, openerRef, open, close };
}
