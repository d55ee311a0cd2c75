/** What became of loading a remote. The schema is fixed: operators count on these names. */
export interface RemoteEvent {
  /** The remote. */
  id: string;
  /** The version that the outcome is about; of a 'fell-back' the one that failed. */
  version: string;
  /**
   * 'recovered': at the second try. 'fell-back': another version runs in its place. 'failed': nothing runs.
   * 'disabled': switched off by its operator. 'override-refused': somebody asked for code from an origin off the list.
   */
  outcome: 'loaded' | 'recovered' | 'fell-back' | 'failed' | 'disabled' | 'override-refused';
  cause:
    | 'none'
    | 'network'
    | 'timeout'
    | 'integrity'
    | 'style'
    | 'contract'
    | 'share'
    | 'init'
    | 'render'
    | 'registry'
    | 'killed'
    | 'origin';
  /** From the wish to see the page to the outcome. */
  milliseconds: number;
  /** Which hundredth of all devices this one is in for the remote: 0 ≤ bucket < 100. */
  bucket: number;
}

const listeners = new Set<(event: RemoteEvent) => void>();

/** Reports an event. Nothing listens by default. */
export function report(event: RemoteEvent): void {
  for (const listener of listeners) listener(event);
}

/** Listens to reported events; returns a function that stops it. */
export function onReport(listener: (event: RemoteEvent) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
