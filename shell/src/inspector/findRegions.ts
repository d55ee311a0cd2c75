import { regionName } from '../registry/regions.ts';

/** Where something is in the window, in CSS pixels. */
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Everything on the page that one owner has drawn, or that a remote has drawn in a slot. */
export interface PageRegion {
  /** 'retro', 'shell', 'notes in planner.aside': see `regionName`. */
  name: string;
  /** A remote's name, or 'shell'. */
  owner: string;
  parts: { element: Element; box: Box }[];
}

export const SHELL = 'shell';
/** Smaller is only for the ear, or a trace of something that is closed. */
const SMALLEST = 4;

const isDrawn = (element: Element) =>
  element.getAttribute('aria-hidden') !== 'true' &&
  element.checkVisibility({ visibilityProperty: true, opacityProperty: true });

/** The boxes of an element, or of what is in it where it has none itself (`display: contents`). */
function boxesOf(element: Element): DOMRect[] {
  const { display, position } = getComputedStyle(element);
  if (display === 'contents') return [...element.children].flatMap(boxesOf);
  const box = element.getBoundingClientRect();
  // What waits above the window (the skip link) does so however far the page has been scrolled.
  const isOnPage = box.bottom + (position === 'fixed' ? 0 : scrollY) > 0;
  return isOnPage && box.width > SMALLEST && box.height > SMALLEST && isDrawn(element) ? [box] : [];
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
 * Finds who has drawn what: a remote everything inside its `[data-remote]`, the shell all the rest. What is in a slot of a page
 * is a region of its own.
 *
 * Takes the inspector's own place, which is not a part of the page; returns the remotes in the order of the page, then
 * the shell, which is always there even where it shows nothing of its own.
 */
export function findRegions(own: Element): PageRegion[] {
  const regions = new Map<string, PageRegion>();
  const shell: PageRegion = { name: SHELL, owner: SHELL, parts: [] };

  const note = (region: PageRegion, element: Element) => {
    const box = boxAround(boxesOf(element));
    if (box) region.parts.push({ element, box });
  };
  const look = (element: Element) => {
    const remote = element.getAttribute('data-remote');
    if (element === own) return;
    if (remote !== null) {
      const name = regionName({ remote, slot: element.getAttribute('data-slot') ?? undefined });
      const region = regions.get(name) ?? { name, owner: remote, parts: [] };
      regions.set(name, region);
      note(region, element);
      for (const inSlot of element.querySelectorAll('[data-slot]')) look(inSlot);
    } else if (element.id === 'root' || element.querySelector('[data-remote]')) {
      for (const child of element.children) look(child);
    } else note(shell, element);
  };
  for (const child of document.body.children) look(child);
  return [...regions.values(), shell];
}
