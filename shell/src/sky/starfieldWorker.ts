import {
  STRONGEST_LINK,
  createDots,
  linksBetween,
  moveDot,
  placeIn,
  type Dot,
  type Size,
} from './starfield.ts';

// Draws the field off the main thread: its cost is rasterising, not computing (docs/decisions/009).

/** The colours of a field. A canvas in a worker cannot read style sheets, so they are here and not among the tokens. */
const PALETTES = {
  night: {
    white: '#ffffff',
    pale: '#b9c6ff',
    gold: '#ffd27a',
    violet: '#c4a5ff',
    link: '#a9b4ff',
    strength: 1,
  },
  // Stars are fainter by day.
  dawn: {
    white: '#8c79d6',
    pale: '#a593e0',
    gold: '#c98a2e',
    violet: '#7c3aed',
    link: '#6d4fc4',
    strength: 0.8,
  },
} as const;

/** How the page wants the field to be. */
export interface StarfieldLook {
  /** CSS pixels. */
  size: Size;
  /** Device pixels for one CSS pixel. */
  ratio: number;
  palette: keyof typeof PALETTES;
  isRunning: boolean;
}

/** What the page sends: first the canvas, then the look whenever it changes. */
export type StarfieldMessage = { canvas: OffscreenCanvas } | { look: StarfieldLook };

type Context = OffscreenCanvasRenderingContext2D;

/**
 * Thirty frames a second are enough for dots that move at most 14 pixels a second, at half the cost of sixty. A little less
 * than the whole interval, because the frames of a 60 Hz display are not exact to the millisecond.
 */
const FRAME_INTERVAL = 1000 / 30 - 4;
/** Links are drawn in this many opacities, one path each: changing a canvas's state is expensive, a line is cheap. */
const STRENGTHS = 8;
/** The window area from which everything is drawn at full strength, in square pixels. */
const FULL_STRENGTH_AREA = 1280 * 800;
const FULL_CIRCLE = 2 * Math.PI;

const dots = createDots(Math.random);
let context: Context | null = null;
let look: StarfieldLook | null = null;
/** How long the field has been moving, in seconds. */
let seconds = 0;
/** The animation frame that was requested last. */
let request = 0;
let drawnAt: number | null = null;

function drawLinks(target: Context, links: ReturnType<typeof linksBetween>, strength: number): void {
  for (let bucket = 0; bucket < STRENGTHS; bucket += 1) {
    target.globalAlpha = ((bucket + 0.5) / STRENGTHS) * STRONGEST_LINK * strength;
    target.beginPath();
    for (const { from, to, alpha } of links) {
      if (Math.min(STRENGTHS - 1, Math.floor((alpha / STRONGEST_LINK) * STRENGTHS)) !== bucket) continue;
      target.moveTo(from.x, from.y);
      target.lineTo(to.x, to.y);
    }
    target.stroke();
  }
}

function fillCircle(target: Context, { x, y }: { x: number; y: number }, radius: number): void {
  target.beginPath();
  target.arc(x, y, radius, 0, FULL_CIRCLE);
  target.fill();
}

/** A special dot has a halo and pulses in nine seconds: too slow to flicker (WCAG 2.3.1). */
function drawSpecialDot(target: Context, dot: Dot, color: string, strength: number): void {
  const pulse = 0.5 + 0.5 * Math.sin((dot.phase + seconds / 9) * FULL_CIRCLE);
  const radius = dot.radius * (4 + 2 * pulse);
  const halo = target.createRadialGradient(dot.x, dot.y, 0, dot.x, dot.y, radius);
  halo.addColorStop(0, color);
  halo.addColorStop(1, `${color}00`);
  target.fillStyle = halo;
  target.globalAlpha = (0.2 + 0.25 * pulse) * strength;
  fillCircle(target, dot, radius);
  target.fillStyle = color;
  target.globalAlpha = (0.65 + 0.35 * pulse) * strength;
  fillCircle(target, dot, dot.radius);
}

function draw(target: Context, { size, ratio, palette }: StarfieldLook): void {
  const colors = PALETTES[palette];
  const placed = dots.map((dot) => ({ ...dot, ...placeIn(size, dot) }));
  // The same 99 dots crowd a small window: there all is fainter, links most of all, so that text stays readable.
  const factor = Math.min(1, Math.max(0.3, (size.width * size.height) / FULL_STRENGTH_AREA));
  const strength = (0.4 + 0.6 * factor) * colors.strength;
  target.setTransform(ratio, 0, 0, ratio, 0, 0);
  target.clearRect(0, 0, size.width, size.height);
  target.lineWidth = 1;
  target.strokeStyle = colors.link;
  drawLinks(target, linksBetween(placed, size), factor * colors.strength);
  for (const dot of placed) {
    target.fillStyle = colors[dot.tone];
    target.globalAlpha = 0.85 * strength;
    if (dot.tone === 'white' || dot.tone === 'pale') fillCircle(target, dot, dot.radius);
    else drawSpecialDot(target, dot, colors[dot.tone], strength);
  }
}

function handleFrame(now: number): void {
  request = requestAnimationFrame(handleFrame);
  const elapsed = drawnAt === null ? 0 : now - drawnAt;
  if (!context || !look || (drawnAt !== null && elapsed < FRAME_INTERVAL)) return;
  drawnAt = now;
  seconds += elapsed / 1000;
  for (const dot of dots) moveDot(dot, look.size, elapsed / 1000);
  draw(context, look);
}

/** Draws a changed look at once; while the field is paused, nothing is scheduled. */
function show(target: Context, next: StarfieldLook): void {
  const { size, ratio, isRunning } = next;
  look = next;
  // Setting the size clears the canvas: it is redrawn before it is painted.
  target.canvas.width = Math.round(size.width * ratio);
  target.canvas.height = Math.round(size.height * ratio);
  draw(target, next);
  cancelAnimationFrame(request);
  drawnAt = null;
  if (isRunning) request = requestAnimationFrame(handleFrame);
}

addEventListener('message', ({ data }: MessageEvent<StarfieldMessage>) => {
  if ('canvas' in data) context = data.canvas.getContext('2d');
  else if (context) show(context, data.look);
});
