import type { Registry } from '@space/federation';

/** A wish to take a remote from another address: 'retro@http://127.0.0.1:5174/remoteEntry.js'. */
export interface Override {
  remote: string;
  /** The address of the remote's entry, spelled as the browser spells it. */
  entry: string;
  /** Scheme, host and port of the entry. */
  origin: string;
}

/** Why a wish is refused. */
export type OverrideRefusal = 'malformed' | 'unknown-remote' | 'origin';

export type OverrideDecision =
  | { isAllowed: true; override: Override }
  | { isAllowed: false; reason: OverrideRefusal; remote: string | null };

/**
 * Reads a wish. An address counts only in the browser's own spelling of it: what it would have to be read as something
 * else first (another notation of the host, a backslash, a step up in the path) is someone's trick or a typing error. It
 * names a file and nothing else: no credentials, no query.
 *
 * Takes the text of the query; returns the override, or null when it is none. Never throws.
 */
export function parseOverride(text: string): Override | null {
  const [, remote, entry] = /^([a-z][a-z0-9-]*)@(https?:\/\/.+)$/.exec(text) ?? [];
  if (remote === undefined || entry === undefined) return null;
  if (!URL.canParse(entry)) return null;
  const url = new URL(entry);
  if (url.href !== entry || url.href !== url.origin + url.pathname) return null;
  return { remote, entry, origin: url.origin };
}

/**
 * Decides whether a wish is granted: the site has such a remote, and its operator lists exactly this origin. A part of
 * an origin, or a pattern, matches nothing.
 *
 * Takes what was read, and what the registry says; returns the override, or the reason for the refusal.
 */
export function decideOverride(
  override: Override | null,
  { remotes, overrideOrigins }: Pick<Registry, 'remotes' | 'overrideOrigins'>,
): OverrideDecision {
  if (!override) return { isAllowed: false, reason: 'malformed', remote: null };
  const { remote, origin } = override;
  if (!Object.hasOwn(remotes, remote)) return { isAllowed: false, reason: 'unknown-remote', remote: null };
  if (!overrideOrigins.includes(origin)) return { isAllowed: false, reason: 'origin', remote };
  return { isAllowed: true, override };
}
