import { useCallback, useLayoutEffect, useRef, useState } from 'react';

/**
 * Something that opens in place of, or beside, the button that opens it (a composer, an editor). Closing gives the focus
 * back to where it was (that button, or what pressed it by a shortcut), else to the button, which may only be mounted again by
 * the closing itself: hence after the commit. What had the focus in the editor has gone by then, and the focus is nowhere; if
 * it is elsewhere by now, it stays there.
 */
export function useDisclosure(isOpenAtFirst = false) {
  const [isOpen, setIsOpen] = useState(isOpenAtFirst);
  const openerRef = useRef<HTMLButtonElement>(null);
  const originRef = useRef<Element>(null);
  const isClosing = useRef(false);

  useLayoutEffect(() => {
    if (isOpen || !isClosing.current) return;
    isClosing.current = false;
    const active = document.activeElement;
    if (active !== null && active !== document.body) return;
    const origin = originRef.current;
    const target = origin instanceof HTMLElement && origin.isConnected ? origin : openerRef.current;
    target?.focus({ preventScroll: true });
  }, [isOpen]);

  const openFrom = useCallback((origin: Element | null) => {
    originRef.current = origin === document.body ? null : origin;
    setIsOpen(true);
  }, []);

  const open = useCallback(() => openFrom(document.activeElement), [openFrom]);

  const close = useCallback(() => {
    isClosing.current = true;
    setIsOpen(false);
  }, []);

  return { isOpen, openerRef, open, openFrom, close };
}
