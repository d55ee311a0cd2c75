import type { Box } from './findRegions.ts';

/** Where the label of an outline goes, relative to the outline. */
export interface LabelPlace {
  side: 'inside' | 'above' | 'below';
  /** The edge of the outline that it is aligned to. */
  align: 'start' | 'end';
  /** 'inside': how far below the outline's upper edge, so that it stays in sight while the page scrolls. */
  offset: number;
  /** How wide it may get without leaving the window. */
  room: number;
}

/** The approximate height of a label with three lines. */
const LABEL_HEIGHT = 72;
const EDGE = 8;

/**
 * Finds the position of a label: inside a large outline, above or below a small one, and within the window.
 *
 * Takes the outline's box and the window's width, in CSS pixels, and the edge to use if both would fit.
 */
export function placeLabel(
  { left, top, width, height }: Box,
  windowWidth: number,
  preferred: LabelPlace['align'],
): LabelPlace {
  const fromCentre = left + width / 2 - windowWidth / 2;
  const nearer = fromCentre > 0 ? 'end' : 'start';
  const align = Math.abs(fromCentre) < 1 ? preferred : nearer;
  const room = align === 'end' ? left + width - EDGE : windowWidth - Math.max(left, 0) - EDGE;
  if (height >= 2 * LABEL_HEIGHT) {
    return { side: 'inside', align, offset: Math.min(Math.max(0, -top), height - LABEL_HEIGHT), room };
  }
  return { side: top >= LABEL_HEIGHT ? 'above' : 'below', align, offset: 0, room };
}

const areApart = (one: Box, other: Box) =>
  one.left + one.width <= other.left ||
  other.left + other.width <= one.left ||
  one.top + one.height <= other.top ||
  other.top + other.height <= one.top;

/**
 * Keeps labels from overlapping: a later one moves down.
 *
 * Takes their boxes; returns for each how many pixels it has to move down.
 */
export function stackLabels(boxes: readonly Box[], gap = 4): number[] {
  const placed: Box[] = [];
  return boxes.map(({ left, top, width, height }) => {
    // Copied by name: a DOMRect has no own properties to spread.
    const moved = { left, top, width, height };
    let other = placed.find((one) => !areApart(one, moved));
    while (other) {
      moved.top = other.top + other.height + gap;
      other = placed.find((one) => !areApart(one, moved));
    }
    placed.push(moved);
    return moved.top - top;
  });
}
