import { rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { writeFileAtomically } from '../backend/files.ts';
import type { Handler, SiteRequest, SiteResponse } from '../http/handler.ts';
import { isFromThisSite } from '../http/loopback.ts';
import { refuse, respondText } from '../http/respond.ts';
import { isBackupError } from './backupError.ts';
import { describeBackup } from './checkBackup.ts';
import type { Saved } from './saveFiles.ts';

/** Where `npm run data -- backup` asks a running server, on the operator's own listener. */
export const BACKUP_PATH = '/_backup';

/** What the server answers: the file's name among the backups of its data directory, and what is in it. */
export interface BackupAnswer {
  name: string;
  content: string;
}

/**
 * Makes the address where a backup is asked for. It takes no name of a file: every local user may ask, and the server writes where
 * they may not. Seven of those that were asked for are kept, so the disk is not filled either.
 */
export function createBackupEndpoint(
  make: () => Promise<Saved>,
  reportFault: (line: string) => void,
): Handler {
  async function take(request: SiteRequest, response: SiteResponse): Promise<void> {
    if (request.method !== 'POST') return refuse(request, response, 405, 'Method not allowed');
    if (!isFromThisSite(request.headers, new Set()) || request.headers['content-type'] !== 'application/json')
      return refuse(request, response, 403, 'This is for the command, and for no page.');
    const { file, summary } = await make();
    const answer = { name: basename(file), content: describeBackup(summary) } satisfies BackupAnswer;
    const type = { 'Content-Type': 'application/json; charset=utf-8' };
    respondText(request, response, 200, JSON.stringify(answer), type);
  }
  return function serveBackup(request, response) {
    take(request, response).catch((error: unknown) => {
      if (!isBackupError(error)) reportFault(`A backup could not be made: ${String(error)}`);
      const reason = isBackupError(error) ? error.message : 'The log of the server says why there is none.';
      refuse(request, response, 500, reason);
    });
  };
}

/** Where a data directory says how its server is asked. */
export const addressFileIn = (dataDir: string) => join(dataDir, 'server.address');

/** Says in a data directory where its server takes commands. Returns what ends it. */
export function announceCommands(dataDir: string, address: string): () => void {
  writeFileAtomically(addressFileIn(dataDir), `${address}\n`);
  return () => rmSync(addressFileIn(dataDir), { force: true });
}
