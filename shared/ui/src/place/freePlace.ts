export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export interface Size {
  width: number;
  height: number;
}

const EDGE = 8;
const STEP = 8;
/** The minimum distance to a control, in pixels. */
const GAP = 4;

export function overlaps(a: Box, b: Box): boolean {
  return a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top;
}

/**
 * Finds the place for a box that overlaps none of the others, as near as possible to the window's top end corner.
 *
 * Takes the box's size, the boxes to keep uncovered, and the window's size; returns left and top, or null without room.
 */
export function freePlace(
  { width, height }: Size,
  taken: readonly Box[],
  view: Size,
): { left: number; top: number } | null {
  const padded = taken.map(({ left, top, right, bottom }) => ({
    left: left - GAP,
    top: top - GAP,
    right: right + GAP,
    bottom: bottom + GAP,
  }));
  const end = view.width - EDGE - width;
  let best: { left: number; top: number } | null = null;
  let cost = Infinity;
  for (let top = EDGE; top + height + EDGE <= view.height && top - EDGE < cost; top += STEP) {
    for (let left = end; left >= EDGE && end - left + top - EDGE < cost; left -= STEP) {
      const box = { left, top, right: left + width, bottom: top + height };
      if (padded.some((other) => overlaps(box, other))) continue;
      best = { left, top };
      cost = end - left + top - EDGE;
    }
  }
  return best;
}
