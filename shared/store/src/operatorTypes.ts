// What an operator sees in a terminal and on the operator's page. Only types: the page imports them.
import type { Pointer } from './schema.ts';

export type { Move } from './schema.ts';

/** A release that the pages do not offer, and why. */
export interface LeftOut {
  name: string;
  version: string;
  reason: string;
}

/** What the store knows about one version. */
export interface VersionInfo {
  version: string;
  commit: string | null;
  builtAt: string | null;
  kilobytes: number | null;
  contract: number | null;
}

export interface FolderInfo {
  name: string;
  /** Null if the pointer cannot be read; `trouble` says why. */
  pointer: Pointer | null;
  trouble: string | null;
  live: VersionInfo | null;
  /** Who made the live version live, according to the history. */
  by: string | null;
  /** Releases that the pointer names and the pages do not offer. */
  leftOut: LeftOut[];
  /** A sentence for each release whose record cannot be read, or whose files do not match it. */
  damage: string[];
}

export interface Overview {
  store: string;
  folders: FolderInfo[];
  /** Why no pages can be made at all; null when they can. */
  trouble: string | null;
  /** Whether the derived pages are up to date with the pointers. */
  isDerived: boolean;
}

/** How often a version loaded, recovered in the browser, or failed: a count for each time slice, oldest first. */
export interface Outcomes {
  loaded: number[];
  healed: number[];
  failed: number[];
}

/** The outcomes of one version in the last hour, in slices of five minutes, and in the last day, hour by hour. */
export interface VersionOutcomes {
  version: string;
  hour: Outcomes;
  day: Outcomes;
}

export interface RemoteState extends FolderInfo {
  /** The outcomes of the live, canary and previous versions, if they exist; empty for the shell. */
  outcomes: VersionOutcomes[];
}

/** All that the operator's page shows. */
export interface OperatorState extends Pick<Overview, 'trouble' | 'isDerived'> {
  at: string;
  remotes: RemoteState[];
}
