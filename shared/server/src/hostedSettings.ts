import { decodeJwt } from 'jose';
import { isLoopback } from './http/loopback.ts';
import { startError } from './startError.ts';

export interface HostedProject {
  url: string;
  publishableKey: string;
}

/** Address and key are part of every page. Throws a StartError, which never repeats the key, if it is not publishable. */
export function readHostedProject(url: string, key: string): HostedProject {
  return { url: readProjectUrl(url), publishableKey: readPublishableKey(key.trim()) };
}

function readProjectUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
  if (url === null || !isSafe || url.pathname !== '/' || url.search !== '' || url.username !== '')
    throw startError(
      `SUPABASE_URL must be the address of a project (https://abcdefgh.supabase.co), not "${text}".`,
    );
  return url.origin;
}

function readPublishableKey(key: string): string {
  if (key === '')
    throw startError(
      'SUPABASE_KEY is missing: set it to the publishable key of the project (sb_publishable_…).',
    );
  const kind = kindOf(key);
  if (kind === 'publishable') return key;
  throw startError(
    kind === 'secret'
      ? 'SUPABASE_KEY is a secret key, which bypasses row-level security and would be in every page. Set it to the publishable key (sb_publishable_…), and replace the secret key if it was ever used like this.'
      : 'SUPABASE_KEY is not a key of a Supabase project. Set it to the publishable key (sb_publishable_…).',
  );
}

/** Current keys state their kind in a prefix; legacy keys are JWTs with a role. */
function kindOf(key: string): 'publishable' | 'secret' | 'unknown' {
  if (/^sb_publishable_[\w-]+$/.test(key)) return 'publishable';
  if (key.startsWith('sb_secret_')) return 'secret';
  try {
    const { role } = decodeJwt(key);
    return role === 'anon' ? 'publishable' : role === undefined ? 'unknown' : 'secret';
  } catch {
    return 'unknown';
  }
}

/** The origin of SITE_URL, or undefined. Canonical URLs, links in mails and Google's redirect are built from it. */
export function readSiteUrl(text = ''): string | undefined {
  if (text === '') return undefined;
  const url = URL.canParse(text) ? new URL(text) : null;
  const isOrigin = url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`;
  if (!isOrigin)
    throw startError(`SITE_URL must be an address without a path (https://planner.example), not "${text}".`);
  return url.origin;
}
