/**
 * The outcomes of loading a remote. 'recovered': loaded by a retry. 'fell-back': another version runs in its place.
 * 'failed': nothing runs. 'disabled': switched off by its operator.
 */
export const OUTCOMES = ['loaded', 'recovered', 'fell-back', 'failed', 'disabled'] as const;

/** Which step went wrong; 'none' when nothing did. */
export const CAUSES = [
  ...(['none', 'network', 'timeout', 'integrity', 'style', 'contract'] as const),
  ...(['share', 'init', 'render', 'registry', 'killed'] as const),
] as const;

/** The outcome of loading a remote. The schema is fixed: operators rely on these names. */
export interface RemoteEvent {
  /** The remote's name. */
  id: string;
  /** The version that the outcome is about; for 'fell-back' the one that failed. */
  version: string;
  outcome: (typeof OUTCOMES)[number];
  cause: (typeof CAUSES)[number];
  /** From the request to open the page to the outcome. */
  milliseconds: number;
  /** The device's bucket for this remote, a percentage: 0 ≤ bucket < 100, two decimals. */
  bucket: number;
}
