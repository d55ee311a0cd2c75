import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { SITE } from '@space/release';

interface Listed {
  remotes: Record<string, { live: { entry: string; preload: string[] } }>;
}

/** Bytes after gzip of what each remote brings before its first page: the entry and what it starts with. */
export function glueOfRemotes(): Record<string, number> {
  // Written by the store.
  const { remotes } = JSON.parse(readFileSync(join(SITE, 'registry.json'), 'utf8')) as Listed;
  const weigh = (address: string) => gzipSync(readFileSync(join(SITE, address)), { level: 9 }).byteLength;
  return Object.fromEntries(
    Object.entries(remotes).map(([name, { live }]) => [
      name,
      [live.entry, ...live.preload].reduce((total, address) => total + weigh(address), 0),
    ]),
  );
}
