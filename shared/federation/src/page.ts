// What a page's HTML and the shell agree on. In a file of its own: the shell's first load needs no more.

/**
 * The query of a release entry's address for each retry: browsers remember a failed import by its address, and the page's
 * integrity map lists no other addresses.
 */
export const RETRY_QUERIES = ['?again=1', '?again=2'] as const;

/** The id of the element that holds the registry in a page's HTML. */
export const REGISTRY_ELEMENT = 'registry';

/** The placeholders for a remote's part in the HTML around a page, which is rendered when the shell is released. */
export const PLACEHOLDERS = { page: '%PAGE%', remote: '%REMOTE%', version: '%VERSION%' } as const;
