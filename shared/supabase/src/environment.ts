import { backendError } from './errors.ts';

/** The URL of the backend and the public key that goes with every request. */
export interface BackendEnvironment {
  url: string;
  key: string;
}

/** The part of Document that readEnvironment uses. */
export interface EnvironmentDocument {
  baseURI: string;
  querySelector(selector: string): { getAttribute(name: string): string | null } | null;
}

/**
 * Reads `<meta name="supabase-url">` and `<meta name="supabase-key">`, so that one build runs against any backend.
 * A url of `/` (or any relative one) means the page's own origin: the embedded backend serves site and API together.
 * @returns an absolute address without a trailing slash, and the publishable key
 * @throws BackendError `rejected`, code `environment_missing`, when the page does not name a backend
 */
export function readEnvironment(document: EnvironmentDocument): BackendEnvironment {
  const address = contentOf(document, 'supabase-url');
  const key = contentOf(document, 'supabase-key');
  if (!URL.canParse(address, document.baseURI)) {
    throw backendError('rejected', `The supabase-url of this page is not an address: ${address}`, {
      code: 'environment_missing',
    });
  }
  return { url: new URL(address, document.baseURI).href.replace(/\/+$/, ''), key };
}

function contentOf(document: EnvironmentDocument, name: string): string {
  const content = document.querySelector(`meta[name="${name}"]`)?.getAttribute('content')?.trim();
  if (!content)
    throw backendError('rejected', `This page has no <meta name="${name}">`, { code: 'environment_missing' });
  return content;
}
