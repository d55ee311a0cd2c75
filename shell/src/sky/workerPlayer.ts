import { trustAddress } from '../browser/trustAddress.ts';
import type { StarfieldPlayer } from './starfieldPlayer.ts';
import type { StarfieldMessage } from './starfieldWorker.ts';
// oxlint-disable-next-line import/default -- Vite makes the address the default export
import workerAddress from './starfieldWorker.ts?worker&url';

/** Its policy of Trusted Types can be made only once. */
let trustedAddress: string | null = null;

const canDrawInWorker = () =>
  'Worker' in globalThis &&
  'OffscreenCanvas' in globalThis &&
  'transferControlToOffscreen' in HTMLCanvasElement.prototype;

/**
 * Shows a field from a worker of its own.
 *
 * Takes a canvas that no one has drawn on, which belongs to the worker from then on, and what to do when the worker
 * turns out not to work; returns the player, or null when this browser cannot do it and the canvas is still untouched.
 */
export function createWorkerPlayer(canvas: HTMLCanvasElement, onFailure: () => void): StarfieldPlayer | null {
  if (!canDrawInWorker()) return null;
  let worker: Worker;
  try {
    trustedAddress ??= trustAddress('starfield-worker', workerAddress);
    worker = new Worker(trustedAddress, { type: 'module', name: 'starfield' });
  } catch {
    return null; // forbidden here: a policy of someone in front of the site, or a browser without module workers
  }
  worker.addEventListener('error', (event) => {
    // It is taken care of, so it is not an error of the page.
    event.preventDefault();
    worker.terminate();
    onFailure();
  });
  const tell = (message: StarfieldMessage, transfer: Transferable[] = []) =>
    worker.postMessage(message, transfer);
  const offscreen = canvas.transferControlToOffscreen();
  tell({ canvas: offscreen }, [offscreen]);
  return {
    show(look) {
      tell({ look });
    },
    dispose() {
      worker.terminate();
    },
  };
}
