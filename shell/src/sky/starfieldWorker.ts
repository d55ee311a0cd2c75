import { createStarfieldPlayer, type StarfieldLook, type StarfieldPlayer } from './starfieldPlayer.ts';

// Draws the field away from the page's own thread: raster, not computing, is what it costs (decision 009).

/** What the page tells the worker: first the canvas, then how the field is to look, as often as that changes. */
export type StarfieldMessage = { canvas: OffscreenCanvas } | { look: StarfieldLook };

let player: StarfieldPlayer | null = null;

addEventListener('message', ({ data }: MessageEvent<StarfieldMessage>) => {
  if ('canvas' in data) {
    const context = data.canvas.getContext('2d');
    // Arrives at the page as an error of this worker, which then draws the field itself.
    if (!context) throw new Error('The worker has no 2D context');
    player = createStarfieldPlayer(context);
  } else {
    player?.show(data.look);
  }
});
