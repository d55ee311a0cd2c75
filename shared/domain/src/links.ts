/** A piece of a text and where it begins: an address has an `href`, anything else null. */
export interface TextPart {
  at: number;
  text: string;
  href: string | null;
}

/** Up to a space, an invisible character, a quotation mark or the punctuation of a script without spaces. */
const ADDRESS = /\b(?:https?:\/\/|www\.(?=[^\s.]+\.[^\s.]))[^\s\p{C}<>"\u3000-\u303F\uFF00-\uFFEF]+/giu;
/** Punctuation that ends a sentence, not an address. */
const END = /(?![/#%&@])[\p{Po}\p{Pi}\p{Pf}]$/u;
const BRACKETS: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

const countOf = (text: string, character: string) => text.split(character).length - 1;

/** Removes what follows the address: punctuation, and brackets that were opened before it. */
function trimEnd(address: string): string {
  const last = address.at(-1) ?? '';
  const opening = BRACKETS[last];
  const isLoose = opening !== undefined && countOf(address, opening) < countOf(address, last);
  return isLoose || END.test(address) ? trimEnd(address.slice(0, -1)) : address;
}

/**
 * Takes any text; returns it in parts, in order: web addresses (http, https, and www., which becomes https) with their
 * `href`, and what is between them. Punctuation after an address is not part of it.
 */
export function splitLinks(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const { 0: match, index } of text.matchAll(ADDRESS)) {
    const address = trimEnd(match);
    const href = /^www/i.test(address) ? `https://${address}` : address;
    if (!URL.canParse(href)) continue;
    if (index > end) parts.push({ at: end, text: text.slice(end, index), href: null });
    parts.push({ at: index, text: address, href });
    end = index + address.length;
  }
  if (end < text.length) parts.push({ at: end, text: text.slice(end), href: null });
  return parts;
}
