export interface Size {
  width: number;
  height: number;
}

interface Place {
  x: number;
  y: number;
}

/** Its place is a fraction of the window, 0 to 1, so that the field fits every size. */
export interface Dot extends Place {
  /** CSS pixels a second. */
  speedX: number;
  speedY: number;
  radius: number;
  /** Quiet dots have two pale tones, special ones gold and violet. */
  tone: 'white' | 'pale' | 'gold' | 'violet';
  /** Where in its slow pulse a special dot starts: 0 to 1. */
  phase: number;
}

export interface Link {
  from: Place;
  to: Place;
  /** Opacity: at most `STRONGEST_LINK`, 0 at the distance limit. */
  alpha: number;
}

/** 80 random dots and 19 special ones. */
const RANDOM_DOTS = 80;
const SPECIAL_DOTS = 19;
/** Dots closer than this are joined, in CSS pixels. */
const LINK_DISTANCE = 120;
/** The highest opacity of a link, so that text above the field stays readable. */
export const STRONGEST_LINK = 0.35;
/** The longest step, in seconds: in a late frame the dots move a little instead of jumping. */
const LONGEST_STEP = 0.05;

/** How far outside a dot wraps to the opposite edge, so that it slides out of sight instead of vanishing. */
const MARGIN = 3;
/** Links fade out within this distance of an edge; otherwise they would snap when an end wraps. */
const EDGE = 40;

/** Scatters the dots. Takes a random number generator: 0 ≤ n < 1. */
export function createDots(random: () => number): Dot[] {
  const between = (low: number, high: number) => low + random() * (high - low);
  return Array.from({ length: RANDOM_DOTS + SPECIAL_DOTS }, (_, index) => {
    const isSpecial = index >= RANDOM_DOTS;
    const direction = between(0, 2 * Math.PI);
    const speed = between(6, 14);
    const specialTone = index % 2 === 0 ? 'gold' : 'violet';
    const quietTone = random() < 0.6 ? 'white' : 'pale';
    return {
      x: random(),
      y: random(),
      speedX: Math.cos(direction) * speed,
      speedY: Math.sin(direction) * speed,
      radius: isSpecial ? between(1.8, 2.6) : between(0.6, 1.6),
      tone: isSpecial ? specialTone : quietTone,
      phase: random(),
    };
  });
}

/** Moves a dot by the seconds since the last step, of which at most `LONGEST_STEP` count, from edge to opposite edge. */
export function moveDot(dot: Dot, { width, height }: Size, seconds: number): void {
  const step = Math.min(seconds, LONGEST_STEP);
  dot.x = (dot.x + (dot.speedX * step) / (width + 2 * MARGIN) + 1) % 1;
  dot.y = (dot.y + (dot.speedY * step) / (height + 2 * MARGIN) + 1) % 1;
}

/** The place of a dot in the window, in CSS pixels. */
export function placeIn({ width, height }: Size, { x, y }: Place): Place {
  return { x: x * (width + 2 * MARGIN) - MARGIN, y: y * (height + 2 * MARGIN) - MARGIN };
}

/** 0 at an edge, 1 from `EDGE` inwards. */
function presence({ x, y }: Place, { width, height }: Size): number {
  return Math.max(0, Math.min(1, Math.min(x, width - x, y, height - y) / EDGE));
}

/** Joins places closer than the limit. A link fades with its length and near an edge. 4,851 pairs: no grid is needed. */
export function linksBetween(places: readonly Place[], size: Size): Link[] {
  return places.flatMap((from, index) =>
    places.slice(index + 1).flatMap((to) => {
      const distance = Math.hypot(from.x - to.x, from.y - to.y);
      if (distance >= LINK_DISTANCE) return [];
      const atEdge = Math.min(presence(from, size), presence(to, size));
      return [{ from, to, alpha: STRONGEST_LINK * (1 - distance / LINK_DISTANCE) * atEdge }];
    }),
  );
}
