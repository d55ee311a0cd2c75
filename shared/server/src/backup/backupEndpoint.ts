import { rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { writeFileAtomically } from '../backend/files.ts';
import type { Handler, SiteRequest, SiteResponse } from '../http/handler.ts';
import { isFromThisSite } from '../http/loopback.ts';
import { refuse, respondText } from '../http/respond.ts';
import { isBackupError } from './backupError.ts';
import { describeBackup } from './checkBackup.ts';
import type { Saved } from './saveFiles.ts';

/** The path on the operator's listener to which `npm run data -- backup` sends its request if a server runs. */
export const BACKUP_PATH = '/_backup';

/** The response: the file's name in the folder of backups, and a description of its content. */
export interface BackupResponse {
  name: string;
  content: string;
}

/**
 * Creates the endpoint that makes a backup on request. It takes no file name, because every local user may call it, and
 * the server can write where they cannot. Only the newest seven are kept, so callers cannot fill the disk.
 */
export function createBackupEndpoint(
  make: () => Promise<Saved>,
  reportFault: (line: string) => void,
): Handler {
  async function handle(request: SiteRequest, response: SiteResponse): Promise<void> {
    if (request.method !== 'POST') return refuse(request, response, 405, 'Method not allowed');
    if (!isFromThisSite(request.headers, new Set()) || request.headers['content-type'] !== 'application/json')
      return refuse(request, response, 403, 'This is for the command, not for pages.');
    const { file, summary } = await make();
    const body = { name: basename(file), content: describeBackup(summary) } satisfies BackupResponse;
    const type = { 'Content-Type': 'application/json; charset=utf-8' };
    respondText(request, response, 200, JSON.stringify(body), type);
  }
  return function serveBackup(request, response) {
    handle(request, response).catch((error: unknown) => {
      if (!isBackupError(error)) reportFault(`A backup could not be made: ${String(error)}`);
      const reason = isBackupError(error)
        ? error.message
        : 'The log of the server says why there is no backup.';
      refuse(request, response, 500, reason);
    });
  };
}

/** The file in a data directory that holds the address to which commands send their requests. */
export const addressFileIn = (dataDir: string) => join(dataDir, 'server.address');

/** Writes the address for commands into a data directory. Returns a function that removes it. */
export function announceCommands(dataDir: string, address: string): () => void {
  writeFileAtomically(addressFileIn(dataDir), `${address}\n`);
  return () => rmSync(addressFileIn(dataDir), { force: true });
}
