import { useEffect, useRef } from 'react';
import { useMotion } from '@space/platform';
import { PixelSprite, ROCKET } from '@space/ui';
import { trustAddress } from '../browser/trustAddress.ts';
import styles from './SkyLayer.module.css';
import type { StarfieldLook, StarfieldMessage } from './starfieldWorker.ts';
// oxlint-disable-next-line import/default -- Vite makes the address the default export
import workerAddress from './starfieldWorker.ts?worker&url';

/** A sharper canvas is not worth the cost of rasterising it (docs/decisions/009). */
const LARGEST_RATIO = 1.5;
/** In milliseconds: a window that is being resized is not redrawn at every pixel. */
const RESIZE_DELAY = 150;

/** Cached, because its Trusted Types policy can be created only once. */
let trustedAddress: string | null = null;

/** Starts the worker that draws. Returns null where that is not possible, or forbidden by a proxy: then the sky has no stars. */
function startWorker(canvas: HTMLCanvasElement): Worker | null {
  try {
    const offscreen = canvas.transferControlToOffscreen();
    trustedAddress ??= trustAddress('starfield-worker', workerAddress);
    const worker = new Worker(trustedAddress, { type: 'module', name: 'starfield' });
    // Decoration only: without a network it must not be logged as an error of the page.
    worker.addEventListener('error', (event) => event.preventDefault());
    worker.postMessage({ canvas: offscreen } satisfies StarfieldMessage, [offscreen]);
    return worker;
  } catch {
    return null;
  }
}

/** The dots and their links, drawn by a worker. Nothing is drawn in a hidden tab. */
function Starfield({ palette, isStill }: { palette: StarfieldLook['palette']; isStill: boolean }) {
  const container = useRef<HTMLDivElement>(null);
  const worker = useRef<Worker | null>(null);

  useEffect(() => {
    // A new canvas each time: it can be transferred to a worker only once.
    const canvas = document.createElement('canvas');
    const started = startWorker(canvas);
    if (started) container.current?.append(canvas);
    worker.current = started;
    return () => {
      started?.terminate();
      canvas.remove();
    };
  }, []);

  useEffect(() => {
    const element = container.current;
    if (!element) return undefined;
    const show = () => {
      const size = { width: element.clientWidth, height: element.clientHeight };
      const ratio = Math.min(LARGEST_RATIO, devicePixelRatio);
      const isRunning = !isStill && document.visibilityState === 'visible';
      const message: StarfieldMessage = { look: { size, ratio, palette, isRunning } };
      worker.current?.postMessage(message, []);
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    const observer = new ResizeObserver(() => {
      clearTimeout(timer);
      timer = setTimeout(show, RESIZE_DELAY);
    });
    show();
    observer.observe(element);
    document.addEventListener('visibilitychange', show);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
      document.removeEventListener('visibilitychange', show);
    };
  }, [palette, isStill]);

  return <div ref={container} className={styles.stars} />;
}

/** What moves in the sky: two glows, the starfield, and a rocket on its way. All of it is decoration. */
export function SkyLayer({ isNight }: { isNight: boolean }) {
  const { isStill } = useMotion();
  return (
    <div className={styles.sky} data-print="off" aria-hidden="true">
      <div className={styles.glow} data-glow="high" />
      <div className={styles.glow} data-glow="low" />
      <Starfield palette={isNight ? 'night' : 'dawn'} isStill={isStill} />
      <div className={styles.rocket}>
        {/* One frame: an animated flame would wake the main thread at every frame. */}
        <PixelSprite frames={[ROCKET]} scale={4} outline="currentColor" />
      </div>
    </div>
  );
}
