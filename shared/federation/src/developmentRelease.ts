import { CONTRACT_VERSION } from './contractVersion.ts';
import { PLUGIN_VERSION } from './containers.ts';
import type { Release, SlotFill } from './registry.ts';
import { SHARES } from './shares.ts';

/** In the place of a version: a remote that comes from its source. */
export const DEVELOPMENT_VERSION = 'development';
/** Where a site in development tells what does not compile of a remote, whose name follows: server-sent `SourceFault | null`. */
export const FAULTS_ADDRESS = '/_faults/';

/** What does not compile. */
export interface SourceFault {
  /** The file from the repository's folder, with line and column where they are known; null: the error names no file. */
  place: string | null;
  /** What Vite says of it. */
  message: string;
}

/**
 * The release that a remote's development server stands for: its code is made when it is asked for, its styles come with
 * it, and the gate has nothing to judge.
 *
 * Takes the server's origin, and what the remote puts into slots; returns what a registry says of it.
 */
export function developmentRelease(origin: string, fills?: SlotFill[]): Release {
  return {
    version: DEVELOPMENT_VERSION,
    entry: `${origin}/remoteEntry.js`,
    styles: [],
    preload: [],
    ...(fills && { fills }),
    contract: CONTRACT_VERSION,
    plugin: PLUGIN_VERSION,
    shares: SHARES,
    uses: [],
    kilobytes: 0,
  };
}
