import * as z from 'zod';

const LONGEST = 254;

/**
 * Whether a text is one address as mail servers take it without quoting, with a dot in its domain: no list, no name, no
 * comment, no line break. What fits can be put into a mail as it is.
 */
export function isPlainAddress(text: string): boolean {
  return (
    text.length <= LONGEST && z.regexes.html5Email.test(text) && text.slice(text.indexOf('@')).includes('.')
  );
}
