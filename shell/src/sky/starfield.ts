export interface Size {
  width: number;
  height: number;
}

/** Quiet dots in two pale tones, special ones in gold and violet. */
export type Tone = 'white' | 'pale' | 'gold' | 'violet';

export interface Dot {
  /** Place and speed, in CSS pixels and CSS pixels a second. */
  x: number;
  y: number;
  speedX: number;
  speedY: number;
  radius: number;
  tone: Tone;
  /** Where in its slow pulse a special dot starts: 0 to 1. */
  phase: number;
}

export interface Starfield {
  size: Size;
  dots: readonly Dot[];
  /** How long the field has been moving. */
  seconds: number;
}

export interface Link {
  from: Dot;
  to: Dot;
  /** Opacity: at most `STRONGEST_LINK`, 0 at the distance limit. */
  alpha: number;
}

/** 80 random dots and 19 special ones. */
const RANDOM_DOTS = 80;
const SPECIAL_DOTS = 19;
/** Dots closer than this are joined. */
export const LINK_DISTANCE = 120;
/** The highest opacity of a link, so that text above the field stays readable. */
export const STRONGEST_LINK = 0.35;
/** The longest step, in seconds: in a late frame the dots move a little instead of jumping. */
const LONGEST_STEP = 0.05;

/** How far outside a dot wraps to the opposite edge, so that it slides out of sight instead of vanishing. */
const MARGIN = 3;
/** Links fade out within this distance of an edge; otherwise they would snap when an end wraps. */
const EDGE = 40;

const between = (random: () => number, low: number, high: number) => low + random() * (high - low);

function createDot({ width, height }: Size, random: () => number, index: number): Dot {
  const isSpecial = index >= RANDOM_DOTS;
  const direction = random() * 2 * Math.PI;
  const speed = between(random, 6, 14);
  const specialTone = index % 2 === 0 ? 'gold' : 'violet';
  const quietTone = random() < 0.6 ? 'white' : 'pale';
  return {
    x: random() * width,
    y: random() * height,
    speedX: Math.cos(direction) * speed,
    speedY: Math.sin(direction) * speed,
    radius: isSpecial ? between(random, 1.8, 2.6) : between(random, 0.6, 1.6),
    tone: isSpecial ? specialTone : quietTone,
    phase: random(),
  };
}

/** Scatters the dots: 80 quiet ones and 19 special ones. Takes a random number generator: 0 ≤ n < 1. */
export function createStarfield(size: Size, random: () => number): Starfield {
  const dots = Array.from({ length: RANDOM_DOTS + SPECIAL_DOTS }, (_, index) =>
    createDot(size, random, index),
  );
  return { size, dots, seconds: 0 };
}

function wrap(position: number, length: number): number {
  const span = length + 2 * MARGIN;
  return ((((position + MARGIN) % span) + span) % span) - MARGIN;
}

/** Moves every dot by the seconds since the last step, of which at most `LONGEST_STEP` count, from edge to opposite edge. */
export function stepStarfield({ size, dots, seconds: before }: Starfield, seconds: number): Starfield {
  const step = Math.min(Math.max(seconds, 0), LONGEST_STEP);
  return {
    size,
    seconds: before + step,
    dots: dots.map((dot) => ({
      ...dot,
      x: wrap(dot.x + dot.speedX * step, size.width),
      y: wrap(dot.y + dot.speedY * step, size.height),
    })),
  };
}

/** The same dots, spread over a new size. */
export function resizeStarfield({ size: old, dots, seconds }: Starfield, size: Size): Starfield {
  const scale = (position: number, before: number, after: number) =>
    before > 0 ? wrap((position / before) * after, after) : after / 2;
  return {
    size,
    seconds,
    dots: dots.map((dot) => ({
      ...dot,
      x: scale(dot.x, old.width, size.width),
      y: scale(dot.y, old.height, size.height),
    })),
  };
}

/** 0 at an edge, 1 from `EDGE` inwards. */
function presence({ x, y }: Dot, { width, height }: Size): number {
  return Math.max(0, Math.min(1, Math.min(x, width - x, y, height - y) / EDGE));
}

/**
 * Finds the pairs of dots that are joined: those strictly closer than `distance`. A link fades with its length, and
 * if an end is near an edge. 99 dots are 4,851 pairs: no grid is needed.
 */
export function linksWithin({ size, dots }: Pick<Starfield, 'size' | 'dots'>, distance: number): Link[] {
  const limit = distance * distance;
  const presences = dots.map((dot) => presence(dot, size));
  const links: Link[] = [];
  dots.forEach((from, index) => {
    for (let other = index + 1; other < dots.length; other += 1) {
      const to = dots[other];
      if (!to) break;
      const x = from.x - to.x;
      const y = from.y - to.y;
      const squared = x * x + y * y;
      if (squared >= limit) continue;
      const atEdge = Math.min(presences[index] ?? 1, presences[other] ?? 1);
      links.push({ from, to, alpha: STRONGEST_LINK * (1 - Math.sqrt(squared) / distance) * atEdge });
    }
  });
  return links;
}
