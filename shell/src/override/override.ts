import { isRemoteName, type Registry } from '@space/federation';

/** A request to load a remote from another address: 'retro@http://127.0.0.1:5174/remoteEntry.js'. */
export interface Override {
  remote: string;
  /** The address of the remote's entry, spelled as the browser spells it. */
  entry: string;
  /** Scheme, host and port of the entry. */
  origin: string;
}

/** Why an override or a preview is refused, and what to do about it, in sentences. */
export interface Refusal {
  /** What was requested; by default an override. */
  what?: 'Override' | 'Preview';
  /** A remote of this site; null for any other name in the address. */
  remote: string | null;
  reason: string;
  advice: string;
}

export const isRefusal = (decision: object): decision is Refusal => 'reason' in decision;

/** Owners of pages that are not remotes: the shell, and 'unknown' on a site without a registry. */
const NO_REMOTES = ['shell', 'unknown'];

/**
 * Parses the text of an override. The address must be spelled exactly as the browser normalizes it: any other notation (of
 * the host, a backslash, `..` in the path) is a trick or a typing error. It names a file and nothing else: no credentials,
 * no query.
 */
function parseOverride(text: string): Override | null {
  const [, remote, entry] = /^([^@]+)@(https?:\/\/.+)$/.exec(text) ?? [];
  if (remote === undefined || entry === undefined || !isRemoteName(remote)) return null;
  if (!URL.canParse(entry)) return null;
  const url = new URL(entry);
  if (url.href !== entry || url.href !== url.origin + url.pathname) return null;
  return { remote, entry, origin: url.origin };
}

/**
 * Decides whether an override is allowed: the operator must list exactly its origin. A part of an origin, or a pattern,
 * matches nothing. A remote that the site does not have yet is allowed, too.
 *
 * Takes the value of the query parameter, and the registry; returns the override, or a refusal. Never throws.
 */
export function decideOverride(
  text: string,
  { remotes, overrideOrigins }: Pick<Registry, 'remotes' | 'overrideOrigins'>,
): Override | Refusal {
  const override = parseOverride(text);
  if (!override) {
    return {
      remote: null,
      reason: 'What it names is not a remote and the address of its entry.',
      advice:
        'Write ?override=retro@https://preview.example/remoteEntry.js, the address in full and without a query.',
    };
  }
  const { remote, origin } = override;
  if (NO_REMOTES.includes(remote)) {
    return {
      remote: null,
      reason: `${remote} is not a remote.`,
      advice: 'Name the remote that its remote.json names.',
    };
  }
  if (!overrideOrigins.includes(origin)) {
    return {
      remote: Object.hasOwn(remotes, remote) ? remote : null,
      reason: `This site takes no code from ${origin}.`,
      advice: 'Its operator can allow that: exactly this origin in overrideOrigins of site.json.',
    };
  }
  return override;
}
