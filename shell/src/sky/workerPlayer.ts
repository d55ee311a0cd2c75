import { trustAddress } from '../browser/trustAddress.ts';
import type { StarfieldPlayer } from './starfieldPlayer.ts';
import type { StarfieldMessage } from './starfieldWorker.ts';
// oxlint-disable-next-line import/default -- Vite makes the address the default export
import workerAddress from './starfieldWorker.ts?worker&url';

/** Cached, because its Trusted Types policy can be created only once. */
let trustedAddress: string | null = null;

const canDrawInWorker = () =>
  'Worker' in globalThis &&
  'OffscreenCanvas' in globalThis &&
  'transferControlToOffscreen' in HTMLCanvasElement.prototype;

/**
 * Creates a player that draws in a worker.
 *
 * Takes an unused canvas, which is transferred to the worker, and a callback for a worker that fails; returns the player, or
 * null if this browser cannot draw in a worker, and then the canvas is still unused.
 */
export function createWorkerPlayer(canvas: HTMLCanvasElement, onFailure: () => void): StarfieldPlayer | null {
  if (!canDrawInWorker()) return null;
  let worker: Worker;
  try {
    trustedAddress ??= trustAddress('starfield-worker', workerAddress);
    worker = new Worker(trustedAddress, { type: 'module', name: 'starfield' });
  } catch {
    return null; // forbidden by a policy of a proxy in front of the site, or a browser without module workers
  }
  worker.addEventListener('error', (event) => {
    // Handled here, so it must not be logged as an error of the page.
    event.preventDefault();
    worker.terminate();
    onFailure();
  });
  const send = (message: StarfieldMessage, transfer: Transferable[] = []) =>
    worker.postMessage(message, transfer);
  const offscreen = canvas.transferControlToOffscreen();
  send({ canvas: offscreen }, [offscreen]);
  return {
    show(look) {
      send({ look });
    },
    dispose() {
      worker.terminate();
    },
  };
}
