import { join, resolve } from 'node:path';
import { startServer } from '@space/server';
import { readPort } from '@space/server/settings';
import { ROOT } from '../places.ts';

/**
 * Starts the embedded backend for a development server, with the settings of the environment. Takes the site's address,
 * and the store to serve as well, if any. Throws a StartError if a setting is invalid, or if a port or folder is in use.
 */
export async function startBackend(siteUrl: string, siteDir?: string) {
  const { DATA_DIR, BACKEND_PORT, OPERATOR_PORT, CONFIRM_EMAIL } = process.env;
  const dataDir = DATA_DIR ? resolve(DATA_DIR) : join(ROOT, '.space', 'data');
  const server = await startServer({
    dataDir,
    port: readPort('BACKEND_PORT', BACKEND_PORT || '0'),
    operatorPort: readPort('OPERATOR_PORT', OPERATOR_PORT || '0'),
    siteUrl,
    ...(siteDir !== undefined && { siteDir }),
    confirmEmail: CONFIRM_EMAIL === 'on',
    log: (line) => console.log(`[backend] ${line}`),
  });
  return { ...server, dataDir };
}
