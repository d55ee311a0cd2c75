import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import styles from './Popover.module.css';

interface Box {
  left: number;
  top: number;
  bottom: number;
}

interface Size {
  width: number;
  height: number;
}

const GAP = 4;
const EDGE = 8;

/**
 * Returns the place of a panel that belongs to a button: below it, or above it if there is no room below, and never beyond
 * the sides of the window.
 *
 * Takes the button's box, the panel's size and the window's size; returns the panel's left and top in the window.
 */
export function placePanel(button: Box, panel: Size, view: Size): { left: number; top: number } {
  const left = Math.max(EDGE, Math.min(button.left, view.width - panel.width - EDGE));
  const below = button.bottom + GAP;
  const above = button.top - GAP - panel.height;
  const hasRoomBelow = below + panel.height <= view.height - EDGE;
  return { left, top: hasRoomBelow || above < EDGE ? below : above };
}

interface PopoverProps {
  /** The button to which the panel belongs; the panel is placed beside it. */
  anchorRef: RefObject<HTMLElement | null>;
  /** The element to which Escape returns the focus; defaults to the button. */
  originRef?: RefObject<HTMLElement | null>;
  /** Called on Escape, a press outside, or if the focus leaves. Render the panel only while it is open. */
  onClose: () => void;
  children: ReactNode;
}

/**
 * A small panel above the page, in the browser's top layer, so that nothing clips it. `popover="manual"`, because an `auto`
 * popover closes on pointerdown on its own button, whose click would then open it again.
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
    // Places the panel again when text grows, content loads, or the page's layout changes around the button.
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
    // Safari does not focus a clicked button: do not close if the focus moved to no element.
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

/** Sets the place by script, because a Content-Security-Policy without 'unsafe-inline' forbids style attributes in HTML. */
function placeBeside(panel: HTMLElement, anchor: HTMLElement): void {
  const view = { width: document.documentElement.clientWidth, height: window.innerHeight };
  // Not getBoundingClientRect: it changes during the opening animation.
  const size = { width: panel.offsetWidth, height: panel.offsetHeight };
  const { left, top } = placePanel(anchor.getBoundingClientRect(), size, view);
  panel.style.left = `${left + window.scrollX}px`;
  panel.style.top = `${top + window.scrollY}px`;
}
