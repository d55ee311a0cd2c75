/** A rectangle in the window, in CSS pixels. */
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Everything on the page that one owner has rendered. */
export interface PageRegion {
  /** A remote's name, or 'shell'. */
  owner: string;
  parts: { element: Element; box: Box }[];
}

export const SHELL = 'shell';
/** Smaller elements are for screen readers only, or remains of something closed. */
const SMALLEST = 4;

const isVisible = (element: Element) =>
  element.getAttribute('aria-hidden') !== 'true' &&
  element.checkVisibility({ visibilityProperty: true, opacityProperty: true });

/** The boxes of an element, or of its children if it has none itself (`display: contents`). */
function boxesOf(element: Element): DOMRect[] {
  const { display, position } = getComputedStyle(element);
  if (display === 'contents') return [...element.children].flatMap(boxesOf);
  const box = element.getBoundingClientRect();
  // An element that is hidden above the page (the skip link) stays there however far the page is scrolled.
  const isOnPage = box.bottom + (position === 'fixed' ? 0 : scrollY) > 0;
  return isOnPage && box.width > SMALLEST && box.height > SMALLEST && isVisible(element) ? [box] : [];
}

function boxAround(boxes: readonly DOMRect[]): Box | null {
  if (boxes.length === 0) return null;
  const left = Math.min(...boxes.map((box) => box.left));
  const top = Math.min(...boxes.map((box) => box.top));
  return {
    left,
    top,
    width: Math.max(...boxes.map((box) => box.right)) - left,
    height: Math.max(...boxes.map((box) => box.bottom)) - top,
  };
}

/**
 * Finds who has rendered what: a remote everything inside its `[data-remote]`, the shell all the rest.
 *
 * Takes the element that contains the inspector, which is not a part of the page; returns the remotes in the order of the
 * page, then the shell, which is always included, even if it renders nothing of its own.
 */
export function findRegions(inspector: Element): PageRegion[] {
  const regions = new Map<string, PageRegion>();
  const shell: PageRegion = { owner: SHELL, parts: [] };

  const addPart = (region: PageRegion, element: Element) => {
    const box = boxAround(boxesOf(element));
    if (box) region.parts.push({ element, box });
  };
  const visit = (element: Element) => {
    const remote = element.getAttribute('data-remote');
    if (element === inspector) return;
    if (remote !== null) {
      const region = regions.get(remote) ?? { owner: remote, parts: [] };
      regions.set(remote, region);
      addPart(region, element);
    } else if (element.id === 'root' || element.querySelector('[data-remote]')) {
      for (const child of element.children) visit(child);
    } else addPart(shell, element);
  };
  for (const child of document.body.children) visit(child);
  return [...regions.values(), shell];
}
