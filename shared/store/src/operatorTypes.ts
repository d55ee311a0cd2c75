// What an operator is told, on a terminal and on the operator's page. Types alone: the page imports them.
import type { Preview } from './previews.ts';
import type { Pointer } from './schema.ts';

/** A release that is offered to no one, and why. */
export interface LeftOut {
  name: string;
  version: string;
  reason: string;
}

/** What the store knows of one version. */
export interface VersionInfo {
  version: string;
  commit: string | null;
  builtAt: string | null;
  kilobytes: number | null;
  contract: number | null;
}

export interface FolderInfo {
  name: string;
  /** Null where the pointer cannot be read; `trouble` says why. */
  pointer: Pointer | null;
  trouble: string | null;
  live: VersionInfo | null;
  /** Who made it live, by the log. */
  by: string | null;
  /** What the pages do not offer although the pointer names it. */
  leftOut: LeftOut[];
  /** What is shown to those who ask for it. */
  previews: Preview[];
  /** What was altered since it was written: records, signatures, the log. A sentence each. */
  damage: string[];
  /** The last acts of its log, newest first. */
  acts: LoggedAct[];
}

/** What someone did, or was refused: what an operator is shown of a line of the log. */
export interface LoggedAct {
  at: string;
  who: string;
  what: string;
  from: string | null;
  to: string | null;
  reason: string | null;
}

export interface Overview {
  store: string;
  folders: FolderInfo[];
  /** Why no pages can be made at all; null when they can. */
  trouble: string | null;
  /** Whether the pages show what the pointers say. */
  isDerived: boolean;
  /** What was altered in the site's own log. */
  damage: string[];
}

/** How often a version loaded, was healed in the browser, or failed: a number for each slice of time, oldest first. */
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
  /** Of the live version, the canary and the version before, as far as there are any; empty for the shell. */
  outcomes: VersionOutcomes[];
}

/** What becomes of the mail of a server that sends it. */
export interface MailState {
  /** For the first try or another one. */
  waiting: number;
  /** Since the start. */
  sent: number;
  /** Since the start: refused for good, or tried for too long. */
  failed: number;
  /** Whether the last try failed, and not for its recipient. */
  isFailing: boolean;
  lastFailure: { at: string; reason: string } | null;
}

/** All that the operator's page shows. */
export interface OperatorState extends Pick<Overview, 'trouble' | 'isDerived' | 'damage'> {
  at: string;
  remotes: RemoteState[];
  /** Null for a server that sends no mail itself. */
  mail: MailState | null;
}

/** The backups of the embedded backend: the last one, and what went wrong since. */
export interface BackupState {
  last: { file: string; madeAt: string; bytes: number } | null;
  failure: { at: string; reason: string } | null;
}

/** What a server adds: null with a hosted project, which has backups of its own. */
export interface ServedState extends OperatorState {
  backups: BackupState | null;
}
