import { CONTRACT_VERSION } from './contract.ts';
import type { Release } from './registry.ts';
import { SHARES } from './shares.ts';

/** The version of a remote that is served from source. */
export const DEVELOPMENT_VERSION = 'development';
/** The address of compile errors in development, followed by the remote's name: server-sent `SourceFault | null`. */
export const FAULTS_ADDRESS = '/_faults/';

/** A compile error. */
export interface SourceFault {
  /** The file, relative to the repository, with line and column if known; null if the error names no file. */
  place: string | null;
  /** Vite's error message. */
  message: string;
}

/** The release that stands for a remote's development server. Takes the server's origin; returns it for a registry. */
export function developmentRelease(origin: string): Release {
  return {
    version: DEVELOPMENT_VERSION,
    entry: `${origin}/remoteEntry.js`,
    styles: [],
    preload: [],
    contract: CONTRACT_VERSION,
    shares: SHARES,
    uses: [],
    kilobytes: 0,
  };
}
