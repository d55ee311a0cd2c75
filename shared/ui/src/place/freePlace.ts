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
/** What is kept between a control and what must not lie on it. */
const GAP = 4;

export function overlaps(a: Box, b: Box): boolean {
  return a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top;
}

/**
 * Where a box of a size lies on none of the others: as near to the window's top end corner as can be.
 *
 * Takes the box's size, what must stay uncovered, and the window; returns left and top, or null where there is no room.
 */
export function freePlace(
  { width, height }: Size,
  taken: readonly Box[],
  view: Size,
): { left: number; top: number } | null {
  const wide = taken.map(({ left, top, right, bottom }) => ({
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
      if (wide.some((other) => overlaps(box, other))) continue;
      best = { left, top };
      cost = end - left + top - EDGE;
    }
  }
  return best;
}
