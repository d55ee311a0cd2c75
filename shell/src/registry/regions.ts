/** What is known of the part of the page that a remote, or the shell, has drawn. */
export interface RegionFacts {
  /** The remote's name; 'shell' for the shell's own parts. */
  remote: string;
  version: string;
  source: 'live' | 'canary' | 'previous' | 'override' | 'shell';
  /** From the wish to see the page to its arrival. */
  milliseconds: number;
  /** Its code and styles, kilobytes of 1,000 bytes after gzip. */
  kilobytes: number;
  /** The version of the contract between shell and remotes that it keeps. */
  contract: number;
  /** Versions that failed before this one. */
  failed: readonly string[];
}

let known: ReadonlyMap<string, RegionFacts> = new Map();
/** The version that was last loaded of each remote, whether it is in the document yet or not. */
const lastOpened = new Map<string, string>();
const listeners = new Set<() => void>();

/** Who runs in this page. Filled by the loader, read by the inspector. */
export const regions = {
  /** Notes what runs for a remote, in the place of what was noted before. */
  set(remote: string, facts: RegionFacts): void {
    known = new Map(known).set(remote, facts);
    for (const listener of listeners) listener();
  },
  /** Notes which version of a remote was loaded. */
  open(remote: string, version: string): void {
    lastOpened.set(remote, version);
  },
  opened: (remote: string): string | undefined => lastOpened.get(remote),
  get: (remote: string): RegionFacts | undefined => known.get(remote),
  /** Everything that is known: another map after each change. */
  all: (): ReadonlyMap<string, RegionFacts> => known,
  /** Calls `listener` after each change; returns a function that stops it. */
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
