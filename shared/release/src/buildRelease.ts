import { SHELL } from '@space/store';
import { buildApp, prerender } from './buildApp.ts';

/** Where a shell's release keeps its development flavour. */
export const DEVELOPMENT = 'development';

/**
 * Builds all that a release holds, its prerendered pages among it. A shell brings a second flavour, with React in its
 * development form: a production React cannot refresh a component, and developing a remote in the released site needs no
 * other source.
 *
 * Takes the name and the source folder; returns when its `dist` is complete. Throws with the output of a build that fails.
 */
export async function buildRelease(name: string, folder: string): Promise<void> {
  await buildApp(folder);
  if (name === SHELL) await buildApp(folder, { NODE_ENV: DEVELOPMENT });
  await prerender(name, folder);
}
