import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** A part of the page that one owner has rendered, and where it is in the window, in CSS pixels. */
export interface Part {
  /** A remote's name, or 'shell'. */
  owner: string;
  element: Element;
  box: DOMRect;
}

/** Smaller elements are for screen readers only, or remains of something closed. */
const SMALLEST = 4;

/** The boxes of an element, or of its children if it has none itself (`display: contents`). */
function boxesOf(element: Element): DOMRect[] {
  const { display, position } = getComputedStyle(element);
  if (display === 'contents') return [...element.children].flatMap(boxesOf);
  const box = element.getBoundingClientRect();
  // An element that is hidden above the page (the skip link) stays there however far the page is scrolled.
  const isOnPage = box.bottom + (position === 'fixed' ? 0 : scrollY) > 0;
  const isVisible =
    element.getAttribute('aria-hidden') !== 'true' &&
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  return isOnPage && isVisible && box.width > SMALLEST && box.height > SMALLEST ? [box] : [];
}

function partOf(owner: string, element: Element): Part[] {
  const boxes = boxesOf(element);
  if (boxes.length === 0) return [];
  const left = Math.min(...boxes.map((box) => box.left));
  const top = Math.min(...boxes.map((box) => box.top));
  const width = Math.max(...boxes.map((box) => box.right)) - left;
  const height = Math.max(...boxes.map((box) => box.bottom)) - top;
  return [{ owner, element, box: new DOMRect(left, top, width, height) }];
}

/** Who has rendered what: a remote everything inside its `[data-remote]`, the shell all the rest but the inspector. */
function partsIn(element: Element, inspector: Element): Part[] {
  if (element === inspector) return [];
  const remote = element.getAttribute('data-remote');
  if (remote !== null) return partOf(remote, element);
  if (element === document.body || element.id === 'root' || element.querySelector('[data-remote]'))
    return [...element.children].flatMap((child) => partsIn(child, inspector));
  return partOf('shell', element);
}

/**
 * The parts of the page, in its order. They are measured in every frame, because they move with scrolling, resizing, fonts,
 * responses and animations, and no event covers all of these. Takes the element that contains the inspector.
 */
export function usePartsOfPage(inspector: Element): readonly Part[] {
  const [parts, setParts] = useState<readonly Part[]>([]);

  useEffect(() => {
    let last = '';
    const update = () => {
      const next = partsIn(document.body, inspector);
      const text = JSON.stringify(next.map(({ owner, box }) => [owner, box]));
      // Rendered in this very frame, so that the outlines do not lag behind the page.
      if (text !== last) flushSync(() => setParts(next));
      last = text;
      frame = requestAnimationFrame(update);
    };
    let frame = requestAnimationFrame(update);
    return () => cancelAnimationFrame(frame);
  }, [inspector]);

  return parts;
}
