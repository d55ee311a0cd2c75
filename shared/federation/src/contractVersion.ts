/**
 * The version of what shell and remotes promise each other. Raised when either side must change with the other. In a file
 * of its own: a bundler writes the number where it is needed, and no chunk has to fetch another one for it.
 */
export const CONTRACT_VERSION = 1;
