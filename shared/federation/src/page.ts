// What a page's HTML and the shell agree on. Apart from the rest: it is all that the shell's first load needs.

/**
 * The further addresses of a release's entry, one for each new attempt: a failed import is remembered by its address,
 * and the page's integrity map knows no others.
 */
export const RETRY_QUERIES = ['?again=1', '?again=2'] as const;

/** The id of the element that holds the registry in a page's HTML. */
export const REGISTRY_ELEMENT = 'registry';

/** What the HTML around a page, made when the shell is released, holds in the places of what a remote puts there. */
export const PLACEHOLDERS = { page: '%PAGE%', remote: '%REMOTE%', version: '%VERSION%' } as const;
