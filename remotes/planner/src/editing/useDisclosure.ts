import { useCallback, useLayoutEffect, useRef, useState } from 'react';

/**
 * The state of something that opens in place of, or beside, its button (a composer, an editor). Closing returns the focus
 * to where it was (the button, or the element on which a shortcut was pressed), else to the button. That happens after the
 * commit, because closing may mount the button again. The focused field is gone by then, and nothing has the focus; if the
 * user has focused something else, it stays there.
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
