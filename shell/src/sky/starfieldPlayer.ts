import { PALETTES, drawStarfield, type Context2D, type PaletteName } from './drawStarfield.ts';
import { createStarfield, resizeStarfield, stepStarfield, type Size, type Starfield } from './starfield.ts';

export interface StarfieldLook {
  /** CSS pixels. */
  size: Size;
  /** Device pixels for one CSS pixel. */
  ratio: number;
  palette: PaletteName;
  isRunning: boolean;
}

export interface StarfieldPlayer {
  show(look: StarfieldLook): void;
  dispose(): void;
}

/**
 * Thirty frames a second are enough for dots that move at most 14 pixels a second, at half the cost of sixty. A little less
 * than the whole interval, because the frames of a 60 Hz display are not exact to the millisecond.
 */
const FRAME_INTERVAL = 1000 / 30 - 4;

function fitToSize(field: Starfield | null, size: Size): Starfield {
  if (!field) return createStarfield(size, Math.random);
  const isSame = field.size.width === size.width && field.size.height === size.height;
  return isSame ? field : resizeStarfield(field, size);
}

/**
 * Creates a player that draws a field and animates it, in a worker or on the page. A changed look is drawn at once; while
 * the field is paused, nothing is scheduled.
 *
 * Takes the canvas's context; returns the player.
 */
export function createStarfieldPlayer(context: Context2D): StarfieldPlayer {
  let field: Starfield | null = null;
  let look: StarfieldLook | null = null;
  let request = 0;
  let drawnAt: number | null = null;

  function draw(): void {
    if (field && look) drawStarfield(context, field, PALETTES[look.palette], look.ratio);
  }

  function handleFrame(now: number): void {
    request = requestAnimationFrame(handleFrame);
    const elapsed = drawnAt === null ? 0 : now - drawnAt;
    if (drawnAt !== null && elapsed < FRAME_INTERVAL) return;
    drawnAt = now;
    if (field) field = stepStarfield(field, elapsed / 1000);
    draw();
  }

  function setRunning(isRunning: boolean): void {
    if (isRunning === (request !== 0)) return;
    if (isRunning) {
      request = requestAnimationFrame(handleFrame);
    } else {
      cancelAnimationFrame(request);
      request = 0;
      drawnAt = null;
    }
  }

  return {
    show(next) {
      const fitted = fitToSize(field, next.size);
      const isResized = fitted !== field || look?.ratio !== next.ratio;
      const isRepainted = isResized || look?.palette !== next.palette;
      field = fitted;
      look = next;
      if (isResized) {
        // Setting the size clears the canvas: it is redrawn below, before it is painted.
        context.canvas.width = Math.round(next.size.width * next.ratio);
        context.canvas.height = Math.round(next.size.height * next.ratio);
      }
      if (isRepainted) draw();
      setRunning(next.isRunning);
    },
    dispose() {
      setRunning(false);
    },
  };
}
