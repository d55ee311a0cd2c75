import { fileURLToPath } from 'node:url';
import { join } from 'node:path';

/** The repository's folder. */
export const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
/** Where the composed site is put; the server's default `SITE_DIR`. */
export const SITE = join(ROOT, 'dist', 'site');
/** The remotes of the site, each with the port of its development server. */
export const REMOTES = [
  { name: 'marketing', port: 5171 },
  { name: 'planner', port: 5172 },
  { name: 'settings', port: 5173 },
  { name: 'retro', port: 5174 },
] as const;

export type RemoteName = (typeof REMOTES)[number]['name'];
