import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isStoreError, nameSchema, errorMessage, versionSchema } from '@space/store';
import * as z from 'zod/mini';
import { parseJson } from '../backend/files.ts';
import type { Handler, SiteRequest, SiteResponse } from '../http/handler.ts';
import { isFromThisSite } from '../http/loopback.ts';
import { readBody } from '../http/readBody.ts';
import { refuse, respondText } from '../http/respond.ts';
import type { Migrated } from './remoteData.ts';

/** The path on the operator's listener where a release requests its migrations. */
export const MIGRATE_PATH = '/_migrate';
/** The folder in a store with a file for each server that serves it. */
export const BACKENDS_FOLDER = '.backends';

/** The content of such a file: the address of the operator's listener, and whether the server can create tables. */
export interface Announcement {
  address: string;
  backend: 'embedded' | 'hosted';
}

const MAX_BODY_BYTES = 1024;
const requestSchema = z.strictObject({ name: nameSchema, version: versionSchema });

/** Creates the endpoint that `npm run release` calls before it moves the pointer. `migrate` runs a release's migrations. */
export function createMigrateEndpoint(
  migrate: (name: string, version: string) => Promise<Migrated>,
  reportFault: (line: string) => void,
): Handler {
  async function handle(request: SiteRequest, response: SiteResponse): Promise<void> {
    if (request.method !== 'POST') return refuse(request, response, 405, 'Method not allowed');
    if (!isFromThisSite(request.headers, new Set()) || request.headers['content-type'] !== 'application/json')
      return refuse(request, response, 403, 'This is for releases, not for pages.');
    const body = await readBody(request, MAX_BODY_BYTES);
    const parsed = requestSchema.safeParse(body === 'too large' ? null : parseJson(body));
    if (!parsed.success) return refuse(request, response, 400, 'This does not name a release.');
    const { name, version } = parsed.data;
    const text = JSON.stringify(await migrate(name, version));
    respondText(request, response, 200, text, { 'Content-Type': 'application/json; charset=utf-8' });
  }
  return function serveMigrate(request, response) {
    handle(request, response).catch((error: unknown) => {
      reportFault(`Migrations could not be applied: ${errorMessage(error)}`);
      const reason = isStoreError(error)
        ? error.message
        : 'The database could not be changed. The log says why.';
      refuse(request, response, 500, reason);
    });
  };
}

/**
 * Announces in a store that this server serves it. If this process may not write to the store, nothing is announced, and
 * new releases get their tables at the next start. Returns a function that removes the announcement.
 */
export function announce(store: string, announcement: Announcement): () => void {
  const file = join(store, BACKENDS_FOLDER, `${new URL(announcement.address).port}.json`);
  try {
    mkdirSync(join(store, BACKENDS_FOLDER), { recursive: true });
    writeFileSync(file, JSON.stringify(announcement));
  } catch {
    return () => {};
  }
  return () => rmSync(file, { force: true });
}
