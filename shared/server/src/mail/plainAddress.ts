import * as z from 'zod';

const MAX_CHARS = 254;

/**
 * Whether a text is a single e-mail address that needs no quoting, with a dot in its domain: no list, no name, no comment,
 * no line break. Such an address can be put into a mail header unchanged.
 */
export function isPlainAddress(text: string): boolean {
  return (
    text.length <= MAX_CHARS && z.regexes.html5Email.test(text) && text.slice(text.indexOf('@')).includes('.')
  );
}
