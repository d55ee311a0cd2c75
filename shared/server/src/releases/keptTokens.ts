import { mkdir, readFile, readdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { isMissing, nameSchema } from '@space/store';
import type { Query } from '../backend/database.ts';
import { parseJson } from '../backend/files.ts';

/** What a token is good for: previews; canaries and previews; everything. */
export const SCOPES = ['preview', 'canary', 'all'] as const;
export type Scope = (typeof SCOPES)[number];

export const ID = /^[0-9a-f]{8}$/;

const tokenSchema = z.object({
  id: z.string().check(z.regex(ID)),
  remote: nameSchema,
  /** What the log calls who acts with it. */
  name: z.string(),
  scope: z.enum(SCOPES),
  /** The SHA-256 of the whole text. Random bits need no slow hash: there is nothing to guess. */
  hash: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  by: z.string(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  withdrawnAt: z.nullable(z.iso.datetime()),
});
export type ReleaseToken = z.infer<typeof tokenSchema>;

/** Where tokens are kept. An id is eight letters or digits. */
interface KeptTokens {
  read(id: string): Promise<ReleaseToken | null>;
  write(token: ReleaseToken): Promise<void>;
  ids(): Promise<string[]>;
}

/** A file for each token of one server. */
export function tokenFiles(folder: string): KeptTokens {
  const fileOf = (id: string) => join(folder, `${id}.json`);
  return {
    async read(id) {
      const text = await readFile(fileOf(id), 'utf8').catch((error: unknown) => {
        if (isMissing(error)) return '';
        throw error;
      });
      return tokenSchema.safeParse(parseJson(text)).data ?? null;
    },
    /** In one step: who reads meets the old text or the new one. */
    async write(token) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const draft = join(folder, `.${token.id}`);
      await writeFile(draft, `${JSON.stringify(token, null, 2)}\n`, { mode: 0o600 });
      await rename(draft, fileOf(token.id));
    },
    async ids() {
      const names = await readdir(folder).catch((error: unknown) => {
        if (isMissing(error)) return [];
        throw error;
      });
      return names.flatMap((name) => (name.endsWith('.json') ? [name.slice(0, -'.json'.length)] : []));
    },
  };
}

/** A row for each token of all servers of a database. */
export function tokenRows(query: Query): KeptTokens {
  return {
    async read(id) {
      const [row] = await query('select token from better_space.release_tokens where id = $1', [id]);
      return tokenSchema.safeParse(row?.['token']).data ?? null;
    },
    async write(token) {
      await query(
        `insert into better_space.release_tokens (id, token) values ($1, $2)
          on conflict (id) do update set token = excluded.token`,
        [token.id, JSON.stringify(token)],
      );
    },
    async ids() {
      const rows = await query('select id from better_space.release_tokens');
      return rows.map((row) => String(row['id']));
    },
  };
}
