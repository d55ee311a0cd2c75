import type { Box } from './freePlace.ts';

const CONTROL = 'a[href], button, input, select, textarea, summary';
/** From so many items on, the first one in the window is searched for by halves. */
const LONG = 32;

/** What can be pressed in the window, in boxes. A label counts too, but gives way where there is no other room. */
export interface Pressable {
  controls: Box[];
  labels: Box[];
}

/** The children that may be in the window. Items of a long list lie under each other: few of a thousand are asked where. */
function childrenInView(parent: Element): readonly Element[] {
  const children = [...parent.children];
  if (children.length < LONG || !parent.matches('ul, ol')) return children;
  /** The first child for which the answer is yes; all after it say yes as well. */
  const firstWhere = (isSo: (box: DOMRect) => boolean) => {
    let from = 0;
    let to = children.length;
    while (from < to) {
      const middle = (from + to) >> 1;
      const box = children[middle]?.getBoundingClientRect();
      if (box && isSo(box)) to = middle;
      else from = middle + 1;
    }
    return from;
  };
  return children.slice(
    firstWhere(({ bottom }) => bottom > 0),
    firstWhere(({ top }) => top >= innerHeight),
  );
}

/**
 * Looks for what can be pressed in the window, but for what is inside `except`. What lies outside the window is passed over
 * whole, so that a long list costs no more than what is seen of it.
 */
export function controlsInView(except: Element | null): Pressable {
  const found: Pressable = { controls: [], labels: [] };

  function lookInto(parent: Element): void {
    for (const element of childrenInView(parent)) {
      if (element !== except) lookAt(element);
    }
  }

  function lookAt(element: Element): void {
    const box = element.getBoundingClientRect();
    const { width, height, left, top, right, bottom } = box;
    // Without a box of its own (`display: contents`), or two pixels: its children may have one.
    if (width > 2 && height > 2) {
      if (bottom <= 0 || top >= innerHeight || right <= 0 || left >= innerWidth) return;
      const isLabel = element.matches('label');
      const isPressed = isLabel || element.matches(CONTROL);
      if (isPressed && element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) {
        (isLabel ? found.labels : found.controls).push(box);
      }
    }
    lookInto(element);
  }

  lookInto(document.body);
  return found;
}
