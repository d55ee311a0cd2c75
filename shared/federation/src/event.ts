/**
 * What can become of loading a remote. 'recovered': at the second try. 'fell-back': another version runs in its place.
 * 'failed': nothing runs. 'disabled': switched off by its operator. 'override-refused': someone asked for code from an
 * origin off the list.
 */
export const OUTCOMES = [
  'loaded',
  'recovered',
  'fell-back',
  'failed',
  'disabled',
  'override-refused',
] as const;

/** Which step went wrong; 'none' when nothing did. */
export const CAUSES = [
  'none',
  'network',
  'timeout',
  'integrity',
  'style',
  'contract',
  'share',
  'init',
  'render',
  'registry',
  'killed',
  'origin',
] as const;

/** What became of loading a remote. The schema is fixed: operators count on these names. */
export interface RemoteEvent {
  /** The remote. */
  id: string;
  /** Where it was to be shown, if not on a page of its own: the slot of another remote's page. */
  slot?: string | undefined;
  /** The version that the outcome is about; of a 'fell-back' the one that failed. */
  version: string;
  outcome: (typeof OUTCOMES)[number];
  cause: (typeof CAUSES)[number];
  /** From the wish to see the page to the outcome. */
  milliseconds: number;
  /** Which hundredth of all devices this one is in for the remote: 0 ≤ bucket < 100, two decimals. */
  bucket: number;
}
