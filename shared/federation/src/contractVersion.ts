/**
 * The newest version of the contract between shell and remotes; `adapters.ts` lists all that are supported. Raised when
 * remotes have to export something else. In a file of its own: a bundler inlines the number, and no chunk has to fetch
 * another one for it.
 */
export const CONTRACT_VERSION = 2;
