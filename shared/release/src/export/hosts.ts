import { storeError } from '@space/store';
import type { Host } from './host.ts';
import { cloudflare } from './hosts/cloudflare.ts';
import { githubPages } from './hosts/githubPages.ts';
import { netlify } from './hosts/netlify.ts';
import { nginx } from './hosts/nginx.ts';
import { s3 } from './hosts/s3.ts';
import { vercel } from './hosts/vercel.ts';

/** The hosts that a store is exported for, by the word of the command. */
export const HOSTS = {
  nginx,
  cloudflare,
  netlify,
  vercel,
  s3,
  'github-pages': githubPages,
} as const satisfies Record<string, Host>;
export type HostName = keyof typeof HOSTS;

/** Takes the word of the command; throws StoreError when there is no such host. */
export function hostNamed(word: string): { name: HostName; host: Host } {
  const found = Object.entries(HOSTS).find(([name]) => name === word);
  if (found === undefined)
    throw storeError(`'${word}' is none of the hosts: ${Object.keys(HOSTS).join(', ')}, or check.`);
  const [name, host] = found;
  // The names of the entries are those of the object.
  return { name: name as HostName, host };
}
