import type { Box } from './freePlace.ts';

const CONTROL = 'a[href], button, input, select, textarea, summary';
/** The number of items from which the first one in the window is found by binary search. */
const LONG_LIST = 32;

/** The boxes of the clickable elements in the window. Labels may be covered if there is no other room. */
export interface Pressable {
  controls: Box[];
  labels: Box[];
}

/** Returns the children that may be in the window. The items of a long list are sorted by position, so few are measured. */
function childrenInView(parent: Element): readonly Element[] {
  const children = [...parent.children];
  if (children.length < LONG_LIST || !parent.matches('ul, ol')) return children;
  /** Returns the index of the first child for which the test is true; it must be true for all later ones. */
  const findFirstIndex = (test: (box: DOMRect) => boolean) => {
    let from = 0;
    let to = children.length;
    while (from < to) {
      const middle = (from + to) >> 1;
      const box = children[middle]?.getBoundingClientRect();
      if (box && test(box)) to = middle;
      else from = middle + 1;
    }
    return from;
  };
  return children.slice(
    findFirstIndex(({ bottom }) => bottom > 0),
    findFirstIndex(({ top }) => top >= innerHeight),
  );
}

/**
 * Finds the clickable elements in the window, except those inside `except`. Subtrees outside the window are skipped, so
 * that a long list costs no more than its visible part.
 */
export function controlsInView(except: Element | null): Pressable {
  const found: Pressable = { controls: [], labels: [] };

  function visitChildren(parent: Element): void {
    for (const element of childrenInView(parent)) {
      if (element !== except) visit(element);
    }
  }

  function visit(element: Element): void {
    const box = element.getBoundingClientRect();
    const { width, height, left, top, right, bottom } = box;
    // An element without a box (`display: contents`), or of at most two pixels, may have children with a box.
    if (width > 2 && height > 2) {
      if (bottom <= 0 || top >= innerHeight || right <= 0 || left >= innerWidth) return;
      const isLabel = element.matches('label');
      const isClickable = isLabel || element.matches(CONTROL);
      if (isClickable && element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) {
        (isLabel ? found.labels : found.controls).push(box);
      }
    }
    visitChildren(element);
  }

  visitChildren(document.body);
  return found;
}
