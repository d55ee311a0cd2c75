import type { RemoteEvent } from '@space/federation';

/** Facts about the part of the page that a remote, or the shell, has rendered. */
export interface RegionFacts {
  /** The remote's name; 'shell' for the shell's own parts. */
  remote: string;
  version: string;
  source: 'live' | 'canary' | 'previous' | 'tried' | 'shell';
  /** From opening the page until it had loaded. */
  milliseconds: number;
  /** The size of its code and styles, in kilobytes of 1,000 bytes after gzip. */
  kilobytes: number;
  /** The version of the contract between shell and remotes that it implements. */
  contract: number;
}

/** A version that failed, and how. */
export interface Failure {
  version: string;
  cause: RemoteEvent['cause'];
  error: unknown;
}

/** What failed in this document, by remote and version. It is retried only when all other versions have failed too. */
const broken = new Map<string, Map<string, Failure>>();

/** The versions of a remote that failed in this document. The caller may change the map. */
export function brokenOf(remote: string): Map<string, Failure> {
  const known = broken.get(remote) ?? new Map<string, Failure>();
  broken.set(remote, known);
  return known;
}

let known: ReadonlyMap<string, RegionFacts> = new Map();
/** The version of each remote that was loaded last, whether or not it is in the document yet. */
const lastOpened = new Map<string, string>();
const listeners = new Set<() => void>();

/** The remotes that run in this page. Written by the loader, read by the inspector. */
export const regions = {
  /** Sets the facts of a region, replacing earlier ones. */
  set(facts: RegionFacts): void {
    known = new Map(known).set(facts.remote, facts);
    for (const listener of listeners) listener();
  },
  /** Sets the version of a remote that was loaded last. */
  open(remote: string, version: string): void {
    lastOpened.set(remote, version);
  },
  opened: (remote: string): string | undefined => lastOpened.get(remote),
  get: (remote: string): RegionFacts | undefined => known.get(remote),
  /** All facts by the name of the remote: a new map after each change. */
  all: (): ReadonlyMap<string, RegionFacts> => known,
  /** Calls `listener` after each change; returns a function that stops it. */
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
