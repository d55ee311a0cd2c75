import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startServerProcess } from '@space/server/testing/process';
import { ROOT } from '../../src/places.ts';

/** Runs a module of this repository in a process of its own. Returns what it prints; rejects with it and its exit code. */
export const runModule = (file: string, words: readonly string[], env: NodeJS.ProcessEnv = {}) =>
  promisify(execFile)(process.execPath, [join(ROOT, file), ...words], { env: { ...process.env, ...env } });

/** Starts a server in a process of its own, on the folders `data` and `store` of a test. `token` runs `npm run token`. */
export async function startSite(at: (name: string) => string) {
  // Accounts are elsewhere: a database would take seconds to start.
  const env = { SUPABASE_URL: 'https://abc.supabase.co', SUPABASE_KEY: 'sb_publishable_abc' };
  const server = await startServerProcess({ dataDir: at('data'), siteDir: at('store'), env });
  const token = (words: string, dataDir = at('data')) =>
    runModule('shared/server/src/releases/tokens.ts', words.split(' '), {
      ...{ DATA_DIR: dataDir, STORE_DIR: at('store'), GIT_AUTHOR_NAME: 'Olga' },
    });
  return { ...server, token };
}

export type Site = Awaited<ReturnType<typeof startSite>>;
