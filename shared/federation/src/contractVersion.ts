/** What shell and remotes promise each other. In a file of its own: no chunk fetches another one for it. */
export const CONTRACT_VERSION = 1;
