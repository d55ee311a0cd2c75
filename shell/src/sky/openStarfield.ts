import type { PaletteName } from './palettes.ts';
import { createStarfieldPlayer, type StarfieldLook, type StarfieldPlayer } from './starfieldPlayer.ts';
import { createWorkerPlayer } from './workerPlayer.ts';

/** Sharper than this is not worth its raster (decision 009). */
const LARGEST_RATIO = 1.5;
/** A window that is being dragged larger is not redrawn at every pixel. */
const RESIZE_DELAY = 150;

export interface StarfieldWish {
  palette: PaletteName;
  /** Paused by the visitor, or reduced motion: one still frame (rule sky-and-motion). */
  isStill: boolean;
}

export interface OpenStarfield {
  wish(next: StarfieldWish): void;
  close(): void;
}

/**
 * Puts a canvas into a place and a field on it, drawn by a worker or, where that does not work, by the page. It rests
 * while no one can see it: in a hidden tab, and in the back-forward cache.
 *
 * Takes the place, which the canvas fills, and the first wish; returns what changes and ends it.
 */
export function openStarfield(place: HTMLElement, first: StarfieldWish): OpenStarfield {
  let wish = first;
  let player: StarfieldPlayer | null = null;
  let canvas: HTMLCanvasElement | null = null;
  let isGone = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function look(): StarfieldLook {
    return {
      size: { width: place.clientWidth, height: place.clientHeight },
      ratio: Math.min(LARGEST_RATIO, devicePixelRatio),
      palette: wish.palette,
      isRunning: !wish.isStill && !isGone && document.visibilityState === 'visible',
    };
  }

  function update(): void {
    player?.show(look());
  }

  /** A fresh canvas: one that was given to a worker cannot be taken back. */
  function replaceCanvas(): HTMLCanvasElement {
    canvas?.remove();
    canvas = document.createElement('canvas');
    place.append(canvas);
    return canvas;
  }

  function drawOnPage(target: HTMLCanvasElement): void {
    const context = target.getContext('2d');
    player = context && createStarfieldPlayer(context);
    update();
  }

  const handleResize = () => {
    clearTimeout(timer);
    timer = setTimeout(update, RESIZE_DELAY);
  };
  const handleLeave = () => {
    isGone = true;
    update();
  };
  const handleReturn = () => {
    isGone = false;
    update();
  };

  const target = replaceCanvas();
  player = createWorkerPlayer(target, () => drawOnPage(replaceCanvas()));
  if (player) update();
  else drawOnPage(target);

  const observer = new ResizeObserver(handleResize);
  observer.observe(place);
  document.addEventListener('visibilitychange', update);
  window.addEventListener('pagehide', handleLeave);
  window.addEventListener('pageshow', handleReturn);

  return {
    wish(next) {
      wish = next;
      update();
    },
    close() {
      clearTimeout(timer);
      observer.disconnect();
      document.removeEventListener('visibilitychange', update);
      window.removeEventListener('pagehide', handleLeave);
      window.removeEventListener('pageshow', handleReturn);
      player?.dispose();
      canvas?.remove();
    },
  };
}
