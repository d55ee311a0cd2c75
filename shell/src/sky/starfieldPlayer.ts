import { drawStarfield, type Context2D } from './drawStarfield.ts';
import { PALETTES, type PaletteName } from './palettes.ts';
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
 * Thirty frames a second are plenty for what moves 14 pixels in one, and cost half of sixty. A little less than a whole
 * interval, because the frames of a 60 Hz display do not come to the very millisecond.
 */
const FRAME_INTERVAL = 1000 / 30 - 4;

function fit(field: Starfield | null, size: Size): Starfield {
  if (!field) return createStarfield(size, Math.random);
  const isSame = field.size.width === size.width && field.size.height === size.height;
  return isSame ? field : resizeStarfield(field, size);
}

/**
 * Draws a field and keeps it moving: the same in a worker and on the page itself. A change of its look is drawn at once;
 * while it does not run, nothing at all is scheduled.
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
    const passed = drawnAt === null ? 0 : now - drawnAt;
    if (drawnAt !== null && passed < FRAME_INTERVAL) return;
    drawnAt = now;
    if (field) field = stepStarfield(field, passed / 1000);
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
      const fitted = fit(field, next.size);
      const isReshaped = fitted !== field || look?.ratio !== next.ratio;
      const isRepainted = isReshaped || look?.palette !== next.palette;
      field = fitted;
      look = next;
      if (isReshaped) {
        // Empties the canvas: it is drawn again below, before anybody sees it.
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
