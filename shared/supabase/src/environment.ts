import { backendError } from './errors.ts';

export interface BackendEnvironment {
  url: string;
  key: string;
}

/** The little of a Document that is read here. */
export interface EnvironmentDocument {
  baseURI: string;
  querySelector(selector: string): { getAttribute(name: string): string | null } | null;
}

/** One build runs against any backend; a url of `/` means the page's own origin. Throws `environment_missing`. */
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
