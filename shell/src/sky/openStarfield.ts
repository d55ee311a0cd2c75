import type { PaletteName } from './drawStarfield.ts';
import { createStarfieldPlayer, type StarfieldLook, type StarfieldPlayer } from './starfieldPlayer.ts';
import { createWorkerPlayer } from './workerPlayer.ts';

/** A sharper canvas is not worth the cost of rasterizing it (decision 009). */
const LARGEST_RATIO = 1.5;
/** In milliseconds: a window that is being resized is not redrawn at every pixel. */
const RESIZE_DELAY = 150;

export interface StarfieldOptions {
  palette: PaletteName;
  /** Paused by the visitor, or reduced motion: one still frame (rule sky-and-motion). */
  isStill: boolean;
}

export interface OpenStarfield {
  setOptions(next: StarfieldOptions): void;
  close(): void;
}

/**
 * Adds a canvas with a starfield to a container, drawn by a worker or, if that does not work, by the page. It pauses while
 * it is invisible: in a hidden tab, and in the back-forward cache.
 *
 * Takes the container, which the canvas fills, and the initial options; returns functions to change and to close it.
 */
export function openStarfield(container: HTMLElement, first: StarfieldOptions): OpenStarfield {
  let options = first;
  let player: StarfieldPlayer | null = null;
  let canvas: HTMLCanvasElement | null = null;
  let isPageHidden = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function currentLook(): StarfieldLook {
    return {
      size: { width: container.clientWidth, height: container.clientHeight },
      ratio: Math.min(LARGEST_RATIO, devicePixelRatio),
      palette: options.palette,
      isRunning: !options.isStill && !isPageHidden && document.visibilityState === 'visible',
    };
  }

  function update(): void {
    player?.show(currentLook());
  }

  /** Creates a new canvas: one that was transferred to a worker cannot be taken back. */
  function replaceCanvas(): HTMLCanvasElement {
    canvas?.remove();
    canvas = document.createElement('canvas');
    container.append(canvas);
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
    isPageHidden = true;
    update();
  };
  const handleReturn = () => {
    isPageHidden = false;
    update();
  };

  const target = replaceCanvas();
  player = createWorkerPlayer(target, () => drawOnPage(replaceCanvas()));
  if (player) update();
  else drawOnPage(target);

  const observer = new ResizeObserver(handleResize);
  observer.observe(container);
  document.addEventListener('visibilitychange', update);
  window.addEventListener('pagehide', handleLeave);
  window.addEventListener('pageshow', handleReturn);

  return {
    setOptions(next) {
      options = next;
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
