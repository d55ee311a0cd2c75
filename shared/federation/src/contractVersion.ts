/**
 * The newest version of what shell and remotes promise each other; `adapters.ts` has those that are kept beside it. Raised
 * when remotes are to hand over something else. In a file of its own: a bundler writes the number where it is needed, and no
 * chunk has to fetch another one for it.
 */
export const CONTRACT_VERSION = 2;
