/** What an idle page asks its service worker to cache for a visit without a network. */
export interface CacheRequest {
  /** The registry of the page, as in its HTML: it names the releases. */
  registry: string;
  /** Paths of pages: those that were visited, and those that are always needed. */
  pages: string[];
  /** Addresses of files of releases that the page uses. */
  files: string[];
}

const isStrings = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

/** Whether a message is such a request: a page of another release may send another format. */
export function isCacheRequest(message: unknown): message is CacheRequest {
  if (typeof message !== 'object' || message === null) return false;
  const { registry, pages, files } = message as Partial<Record<keyof CacheRequest, unknown>>;
  return typeof registry === 'string' && isStrings(pages) && isStrings(files);
}
