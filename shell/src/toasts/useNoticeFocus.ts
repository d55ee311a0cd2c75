import { useEffect, useRef, type AnimationEvent, type FocusEvent } from 'react';
import { toast } from 'react-toastify/unstyled';
import { focusHeading } from '@space/ui/host';

/**
 * The keyboard in a notice: it stays as long as the focus is in it (WCAG 2.2.1; the library pauses for the mouse alone),
 * and when it leaves with the focus, the focus goes back to where it came from, else to the heading of the page.
 *
 * Returns the properties of the element around all notices.
 */
export function useNoticeFocus() {
  const ref = useRef<HTMLDivElement>(null);
  const origin = useRef<HTMLElement | null>(null);

  useEffect(() => {
    // Watched in the document itself: a removed element sends no blur, and the library's own event comes before that.
    const region = ref.current;
    if (!region) return;
    const observer = new MutationObserver(() => {
      if (origin.current === null || document.activeElement !== document.body) return;
      if (origin.current.isConnected) origin.current.focus({ preventScroll: true });
      else focusHeading();
      origin.current = null;
      toast.play();
    });
    observer.observe(region, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, []);

  return {
    ref,
    onFocus(event: FocusEvent<HTMLElement>) {
      toast.pause();
      const from = event.relatedTarget;
      if (from instanceof HTMLElement && !event.currentTarget.contains(from)) origin.current = from;
    },
    /** The library starts a notice's time when its entrance ends, whatever happened meanwhile. */
    onAnimationEnd(event: AnimationEvent<HTMLElement>) {
      if (event.currentTarget.contains(document.activeElement)) toast.pause();
    },
    onBlur(event: FocusEvent<HTMLElement>) {
      if (event.currentTarget.contains(event.relatedTarget)) return;
      // Gone with its notice: the observer gives it back. Otherwise the person has moved on.
      if (event.relatedTarget === null) return;
      origin.current = null;
      toast.play();
    },
  };
}
