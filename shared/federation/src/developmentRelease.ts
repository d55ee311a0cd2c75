import { CONTRACT_VERSION } from './contractVersion.ts';
import { PLUGIN_VERSION } from './gate.ts';
import type { Release } from './registry.ts';
import { SHARES } from './shares.ts';

/**
 * The release that a remote's development server stands for: its code is made when it is asked for, its styles come with
 * it, and the gate has nothing to judge.
 *
 * Takes the server's origin; returns what a registry says of it.
 */
export function developmentRelease(origin: string): Release {
  return {
    version: 'development',
    entry: `${origin}/remoteEntry.js`,
    styles: [],
    preload: [],
    contract: CONTRACT_VERSION,
    plugin: PLUGIN_VERSION,
    shares: SHARES,
    uses: [],
    kilobytes: 0,
  };
}
