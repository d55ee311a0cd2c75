import type { StarfieldPlayer } from './starfieldPlayer.ts';
import type { StarfieldMessage } from './starfieldWorker.ts';
// oxlint-disable-next-line import/default -- Vite makes the address the default export
import workerAddress from './starfieldWorker.ts?worker&url';

/** The part of Trusted Types that is needed; TypeScript's DOM types do not have it yet. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(address: string): string },
  ): {
    createScriptURL(address: string): string;
  };
}

let trustedAddress: string | null = null;

/**
 * A worker's address must be trusted where the site demands it (`require-trusted-types-for`). The one policy that the
 * site allows, by this name (shared/store/src/securityHeaders.ts), lets this one address through. It can be made only once.
 */
function trust(): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  trustedAddress ??=
    trustedTypes
      ?.createPolicy('starfield-worker', {
        createScriptURL(address) {
          if (address !== workerAddress) throw new TypeError(`${address} is not the worker of the starfield`);
          return address;
        },
      })
      .createScriptURL(workerAddress) ?? workerAddress;
  return trustedAddress;
}

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
    worker = new Worker(trust(), { type: 'module', name: 'starfield' });
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
