import { join } from 'node:path';
import { startServer } from '@space/server';
import { ROOT } from './places.ts';

/**
 * Starts the embedded backend for a development server, with the settings of the environment. Takes the address that people
 * open, the port when none is set (0: any free one) and the folder of the releases that it serves too, if any.
 */
export function startBackend(siteUrl: string, port: number, siteDir?: string) {
  return startServer({
    dataDir: process.env['DATA_DIR'] ?? join(ROOT, '.space', 'data'),
    port: Number(process.env['BACKEND_PORT'] ?? port),
    siteUrl,
    ...(siteDir !== undefined && { siteDir }),
    confirmEmail: process.env['CONFIRM_EMAIL'] === 'on',
    log: (line) => console.log(`[backend] ${line}`),
  });
}
