import type { Box } from './freePlace.ts';

const CONTROL = 'a[href], button, input, select, textarea, summary';

/** What can be pressed in the window, in boxes. A label counts too, but gives way where there is no other room. */
export interface Pressable {
  controls: Box[];
  labels: Box[];
}

/**
 * Looks for what can be pressed in the window, but for what is inside `except`. What lies outside the window is passed over
 * whole, so that a long list costs no more than what is seen of it.
 */
export function controlsInView(except: Element | null): Pressable {
  const found: Pressable = { controls: [], labels: [] };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT, (node) => {
    if (!(node instanceof Element) || node === except) return NodeFilter.FILTER_REJECT;
    const { width, height, left, top, right, bottom } = node.getBoundingClientRect();
    // Without a box of its own (`display: contents`), or two pixels: its children may have one.
    if (width <= 2 || height <= 2) return NodeFilter.FILTER_SKIP;
    if (bottom <= 0 || top >= innerHeight || right <= 0 || left >= innerWidth)
      return NodeFilter.FILTER_REJECT;
    return NodeFilter.FILTER_ACCEPT;
  });
  while (walker.nextNode()) {
    const element = walker.currentNode;
    if (!(element instanceof HTMLElement)) continue;
    const isLabel = element.matches('label');
    if (!isLabel && !element.matches(CONTROL)) continue;
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    (isLabel ? found.labels : found.controls).push(element.getBoundingClientRect());
  }
  return found;
}
