import {
  LINK_DISTANCE,
  STRONGEST_LINK,
  linksWithin,
  type Dot,
  type Link,
  type Starfield,
  type Tone,
} from './starfield.ts';

/** The colours of a field. A canvas in a worker cannot read style sheets, so they are here and not among the tokens. */
interface Palette {
  dots: Readonly<Record<Tone, string>>;
  link: string;
  /** A factor for every opacity: stars are fainter by day. */
  strength: number;
}

export const PALETTES = {
  night: {
    dots: { white: '#ffffff', pale: '#b9c6ff', gold: '#ffd27a', violet: '#c4a5ff' },
    link: '#a9b4ff',
    strength: 1,
  },
  dawn: {
    dots: { white: '#8c79d6', pale: '#a593e0', gold: '#c98a2e', violet: '#7c3aed' },
    link: '#6d4fc4',
    strength: 0.8,
  },
} as const satisfies Record<string, Palette>;

export type PaletteName = keyof typeof PALETTES;

/** The context of a canvas on the page or in a worker. */
export type Context2D = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

/** Links are drawn in this many opacities, one path each: changing a canvas's state is expensive, a line is cheap. */
const STRENGTHS = 8;
/** The window area from which everything is drawn at full strength, in square pixels. */
const FULL_STRENGTH_AREA = 1280 * 800;
const QUIET: readonly Tone[] = ['white', 'pale'];
const FULL_CIRCLE = 2 * Math.PI;

/**
 * The same 99 dots crowd a small window: there everything is fainter, links most of all, so that text stays readable.
 */
function sizeFactor({ size }: Starfield): number {
  return Math.min(1, Math.max(0.3, (size.width * size.height) / FULL_STRENGTH_AREA));
}

function addDot(context: Context2D, { x, y }: Dot, radius: number): void {
  context.moveTo(x + radius, y);
  context.arc(x, y, radius, 0, FULL_CIRCLE);
}

function drawLinks(context: Context2D, links: readonly Link[], strength: number): void {
  const buckets: Link[][] = Array.from({ length: STRENGTHS }, () => []);
  for (const link of links) {
    buckets[Math.min(STRENGTHS - 1, Math.floor((link.alpha / STRONGEST_LINK) * STRENGTHS))]?.push(link);
  }
  buckets.forEach((bucket, index) => {
    if (bucket.length === 0) return;
    context.globalAlpha = ((index + 0.5) / STRENGTHS) * STRONGEST_LINK * strength;
    context.beginPath();
    for (const { from, to } of bucket) {
      context.moveTo(from.x, from.y);
      context.lineTo(to.x, to.y);
    }
    context.stroke();
  });
}

function drawQuietDots(context: Context2D, dots: readonly Dot[], palette: Palette, strength: number): void {
  for (const tone of QUIET) {
    context.globalAlpha = 0.85 * strength;
    context.fillStyle = palette.dots[tone];
    context.beginPath();
    for (const dot of dots) if (dot.tone === tone) addDot(context, dot, dot.radius);
    context.fill();
  }
}

/** 0 to 1 and back in nine seconds: too slow to flicker (WCAG 2.3.1). */
function pulse({ phase }: Dot, seconds: number): number {
  return 0.5 + 0.5 * Math.sin((phase + seconds / 9) * FULL_CIRCLE);
}

/** A gradient from a colour ('#rrggbb') to the same colour, fully transparent. */
function haloOf(context: Context2D, { x, y }: Dot, radius: number, color: string): CanvasGradient {
  const halo = context.createRadialGradient(x, y, 0, x, y, radius);
  halo.addColorStop(0, color);
  halo.addColorStop(1, `${color}00`);
  return halo;
}

function drawSpecialDots(
  context: Context2D,
  { dots, seconds }: Starfield,
  palette: Palette,
  strength: number,
): void {
  for (const dot of dots) {
    if (QUIET.includes(dot.tone)) continue;
    const full = pulse(dot, seconds);
    const halo = dot.radius * (4 + 2 * full);
    context.fillStyle = haloOf(context, dot, halo, palette.dots[dot.tone]);
    context.globalAlpha = (0.2 + 0.25 * full) * strength;
    context.beginPath();
    addDot(context, dot, halo);
    context.fill();
    context.fillStyle = palette.dots[dot.tone];
    context.globalAlpha = (0.65 + 0.35 * full) * strength;
    context.beginPath();
    addDot(context, dot, dot.radius);
    context.fill();
  }
}

export function drawStarfield(context: Context2D, field: Starfield, palette: Palette, ratio: number): void {
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, field.size.width, field.size.height);
  context.lineWidth = 1;
  context.strokeStyle = palette.link;
  const factor = sizeFactor(field);
  const strength = (0.4 + 0.6 * factor) * palette.strength;
  drawLinks(context, linksWithin(field, LINK_DISTANCE), factor * palette.strength);
  drawQuietDots(context, field.dots, palette, strength);
  drawSpecialDots(context, field, palette, strength);
}
