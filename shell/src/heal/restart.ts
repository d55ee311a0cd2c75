import type { Failure } from '../registry/regions.ts';

// A version may be unable to start only because the code of another one ran in this document: what both register
// (`customElements.define`) belongs to the document. Then a new document begins with the next version.

export const keyOf = (remote: string) => `better-space-failed:${remote}`;

/** The remotes for which this document is already the new one. */
export const restarted = new Set<string>();

/** The versions that failed in the document before this one, if it was left because of that. Only the first call has them. */
export function failuresBefore(remote: string): Failure[] {
  try {
    const text = sessionStorage.getItem(keyOf(remote));
    if (text === null) return [];
    sessionStorage.removeItem(keyOf(remote));
    restarted.add(remote);
    return JSON.parse(text) as Failure[];
  } catch {
    return [];
  }
}
