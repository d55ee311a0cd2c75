import { storeError } from '@space/store';
import type { Host } from './host.ts';
import { cloudflare } from './hosts/cloudflare.ts';
import { githubPages } from './hosts/githubPages.ts';
import { netlify } from './hosts/netlify.ts';
import { nginx } from './hosts/nginx.ts';
import { s3 } from './hosts/s3.ts';
import { vercel } from './hosts/vercel.ts';

/** The supported hosts, by their name on the command line. */
export const HOSTS = {
  nginx,
  cloudflare,
  netlify,
  vercel,
  s3,
  'github-pages': githubPages,
} as const satisfies Record<string, Host>;
export type HostName = keyof typeof HOSTS;

/** Finds a host by its name on the command line. Throws StoreError when there is no such host. */
export function hostNamed(argument: string): { name: HostName; host: Host } {
  const found = Object.entries(HOSTS).find(([name]) => name === argument);
  if (found === undefined)
    throw storeError(`'${argument}' is not a host: use ${Object.keys(HOSTS).join(', ')}, or check.`);
  const [name, host] = found;
  // The cast is safe: the name is a key of HOSTS.
  return { name: name as HostName, host };
}
