import type { RemoteEvent } from '@space/federation';

/** What is known of the part of the page that a remote, or the shell, has drawn. */
export interface RegionFacts {
  /** The remote's name; 'shell' for the shell's own parts. */
  remote: string;
  /** Of another remote's page, that it was put into. */
  slot?: string;
  version: string;
  source: 'live' | 'canary' | 'previous' | 'override' | 'shell';
  /** From the wish to see the page to its arrival. */
  milliseconds: number;
  /** Its code and styles, kilobytes of 1,000 bytes after gzip. */
  kilobytes: number;
  /** The version of the contract between shell and remotes that it keeps. */
  contract: number;
}

/** What a region is known by: the owner of a page, or what is in a slot: 'notes in planner.aside'. */
export const regionName = ({ remote, slot }: { remote: string; slot?: string | undefined }): string =>
  slot === undefined ? remote : `${remote} in ${slot}`;

/** A version that failed, and how. */
export interface Failure {
  version: string;
  cause: RemoteEvent['cause'];
  error: unknown;
}

/** By remote and version: what broke in this document. It is not tried again before everything else has failed too. */
const broken = new Map<string, Map<string, Failure>>();

/** The versions of a remote that broke in this document: to be read and changed. */
export function brokenOf(remote: string): Map<string, Failure> {
  const known = broken.get(remote) ?? new Map<string, Failure>();
  broken.set(remote, known);
  return known;
}

let known: ReadonlyMap<string, RegionFacts> = new Map();
/** The version that was last loaded of each remote, whether it is in the document yet or not. */
const lastOpened = new Map<string, string>();
const listeners = new Set<() => void>();

/** Who runs in this page. Filled by the loader, read by the inspector. */
export const regions = {
  /** Notes what runs in a region, in the place of what was noted before. */
  set(facts: RegionFacts): void {
    known = new Map(known).set(regionName(facts), facts);
    for (const listener of listeners) listener();
  },
  /** Notes which version of a remote was loaded. */
  open(remote: string, version: string): void {
    lastOpened.set(remote, version);
  },
  opened: (remote: string): string | undefined => lastOpened.get(remote),
  get: (name: string): RegionFacts | undefined => known.get(name),
  /** Everything that is known, by the name of the region: another map after each change. */
  all: (): ReadonlyMap<string, RegionFacts> => known,
  /** Calls `listener` after each change; returns a function that stops it. */
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
