import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isStoreError, nameSchema, sentenceOf, versionSchema } from '@space/store';
import * as z from 'zod/mini';
import { parseJson } from '../backend/files.ts';
import type { Handler, SiteRequest, SiteResponse } from '../http/handler.ts';
import { isFromThisSite } from '../http/loopback.ts';
import { readBody } from '../http/readBody.ts';
import { refuse, respondText } from '../http/respond.ts';
import type { Migrated } from './remoteData.ts';

/** Where a release asks, on the operator's own listener, for the tables that it needs. */
export const MIGRATE_PATH = '/_migrate';
/** Where a store says who serves it: a file for each server. */
export const BACKENDS = '.backends';

/** What such a file says: the address of that listener, and whether tables can be made there. */
export interface Announcement {
  address: string;
  backend: 'embedded' | 'hosted';
}

const LARGEST_BODY = 1024;
const askedSchema = z.strictObject({ name: nameSchema, version: versionSchema });

/** Answers what `npm run release` asks before it moves a pointer. Takes what applies the migrations of a release. */
export function createMigrateEndpoint(
  migrate: (name: string, version: string) => Promise<Migrated>,
  reportFault: (line: string) => void,
): Handler {
  async function take(request: SiteRequest, response: SiteResponse): Promise<void> {
    if (request.method !== 'POST') return refuse(request, response, 405, 'Method not allowed');
    if (!isFromThisSite(request.headers, new Set()) || request.headers['content-type'] !== 'application/json')
      return refuse(request, response, 403, 'This is for releases, and for no page.');
    const body = await readBody(request, LARGEST_BODY);
    const asked = askedSchema.safeParse(body === 'too large' ? null : parseJson(body));
    if (!asked.success) return refuse(request, response, 400, 'This names no release.');
    const { name, version } = asked.data;
    const text = JSON.stringify(await migrate(name, version));
    respondText(request, response, 200, text, { 'Content-Type': 'application/json; charset=utf-8' });
  }
  return function serveMigrate(request, response) {
    take(request, response).catch((error: unknown) => {
      reportFault(`Migrations could not be applied: ${sentenceOf(error)}`);
      const reason = isStoreError(error)
        ? error.message
        : 'The database could not be changed. The log says why.';
      refuse(request, response, 500, reason);
    });
  };
}

/**
 * Says in a store who serves it, as long as it does. A store that this account may not write says nothing: what is released
 * there gets its tables at the next start. Takes the store and what to say; returns what ends it.
 */
export function announce(store: string, announcement: Announcement): () => void {
  const file = join(store, BACKENDS, `${new URL(announcement.address).port}.json`);
  try {
    mkdirSync(join(store, BACKENDS), { recursive: true });
    writeFileSync(file, JSON.stringify(announcement));
  } catch {
    return () => {};
  }
  return () => rmSync(file, { force: true });
}
