/** What a page at rest asks its service worker to keep for a visit without a network. */
export interface Wish {
  /** The registry of the page, as its HTML has it: says which releases there are. */
  registry: string;
  /** Paths of pages: those that were visited, and those that are needed whatever was. */
  pages: string[];
  /** Addresses of files of releases. */
  files: string[];
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

/** Whether a message is one: a page of another release may speak otherwise. */
export function isWish(message: unknown): message is Wish {
  if (typeof message !== 'object' || message === null) return false;
  const { registry, pages, files } = message as Partial<Record<keyof Wish, unknown>>;
  return typeof registry === 'string' && isTexts(pages) && isTexts(files);
}
