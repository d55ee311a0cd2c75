import { useEffect, useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react';
import { placePanel } from './placePanel.ts';
import styles from './Popover.module.css';

interface PopoverProps {
  /** The button that the panel belongs to: it is placed beside it. */
  anchorRef: RefObject<HTMLElement | null>;
  /** What Escape gives the focus back to; the button when absent. */
  originRef?: RefObject<HTMLElement | null>;
  /** Escape, a press outside, or focus that went elsewhere. Render the panel only while it is open. */
  onClose: () => void;
  children: ReactNode;
}

/**
 * A small panel above the page, in the browser's top layer: nothing clips it. `popover="manual"`, because the automatic
 * kind closes on the press of its own button, whose click would then open it again.
 */
export function Popover({ anchorRef, originRef = anchorRef, onClose, children }: PopoverProps) {
  const panelRef = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    const place = () => {
      if (panelRef.current && anchorRef.current) placeBeside(panelRef.current, anchorRef.current);
    };
    if (panelRef.current?.matches(':popover-open') === false) panelRef.current.showPopover();
    place();
    window.addEventListener('resize', place);
    // Letters that grow, content that arrives, and a page that is laid out anew around the button.
    const observer = new ResizeObserver(place);
    observer.observe(document.body);
    if (panelRef.current) observer.observe(panelRef.current);
    return () => {
      window.removeEventListener('resize', place);
      observer.disconnect();
    };
  }, [anchorRef]);

  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const belongsHere = (node: Node) =>
      panelRef.current?.contains(node) === true || anchorRef.current?.contains(node) === true;

    const handlePress = (event: PointerEvent) => {
      if (event.target instanceof Node && !belongsHere(event.target)) onClose();
    };
    const handleEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      originRef.current?.focus();
      onClose();
    };
    // Safari does not focus a pressed button: focus that went nowhere is no reason to close.
    const handleFocusOut = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget instanceof Node && !belongsHere(relatedTarget)) onClose();
    };

    document.addEventListener('pointerdown', handlePress, { signal });
    panelRef.current?.addEventListener('keydown', handleEscape, { signal });
    panelRef.current?.addEventListener('focusout', handleFocusOut, { signal });
    return () => controller.abort();
  }, [anchorRef, originRef, onClose]);

  return (
    <div ref={panelRef} popover="manual" className={styles.panel} data-print="off">
      {children}
    </div>
  );
}

/** Measured places can only be set here: a policy without 'unsafe-inline' allows this way and no style attribute. */
function placeBeside(panel: HTMLElement, anchor: HTMLElement): void {
  const view = { width: document.documentElement.clientWidth, height: window.innerHeight };
  // Not getBoundingClientRect: while the panel arrives, that is a moving target.
  const size = { width: panel.offsetWidth, height: panel.offsetHeight };
  const { left, top } = placePanel(anchor.getBoundingClientRect(), size, view);
  panel.style.left = `${left + window.scrollX}px`;
  panel.style.top = `${top + window.scrollY}px`;
}
