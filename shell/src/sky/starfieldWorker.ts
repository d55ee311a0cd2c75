import { createStarfieldPlayer, type StarfieldLook, type StarfieldPlayer } from './starfieldPlayer.ts';

// Draws the field off the main thread: its cost is rasterizing, not computing (decision 009).

/** Messages from the page to the worker: first the canvas, then the look of the field whenever it changes. */
export type StarfieldMessage = { canvas: OffscreenCanvas } | { look: StarfieldLook };

let player: StarfieldPlayer | null = null;

addEventListener('message', ({ data }: MessageEvent<StarfieldMessage>) => {
  if ('canvas' in data) {
    const context = data.canvas.getContext('2d');
    // The page gets this as an error of the worker, and then draws the field itself.
    if (!context) throw new Error('The worker has no 2D context');
    player = createStarfieldPlayer(context);
  } else {
    player?.show(data.look);
  }
});
