import { mkdir, readFile, readdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { isMissing, nameSchema } from '@space/store';
import type { Query } from '../backend/database.ts';
import { parseJson } from '../backend/files.ts';

/** What a token permits: previews; canaries and previews; everything. */
export const SCOPES = ['preview', 'canary', 'all'] as const;
export type Scope = (typeof SCOPES)[number];

export const ID = /^[0-9a-f]{8}$/;

const tokenSchema = z.object({
  id: z.string().check(z.regex(ID)),
  remote: nameSchema,
  /** The name in the log of the person or program that uses the token. */
  name: z.string(),
  scope: z.enum(SCOPES),
  /** The SHA-256 of the whole token. It has 256 random bits, so it needs no slow hash. */
  hash: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  by: z.string(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  withdrawnAt: z.nullable(z.iso.datetime()),
});
export type ReleaseToken = z.infer<typeof tokenSchema>;

/** Storage of tokens. An id has eight hexadecimal digits. */
interface TokenStorage {
  read(id: string): Promise<ReleaseToken | null>;
  write(token: ReleaseToken): Promise<void>;
  ids(): Promise<string[]>;
}

/** Stores each token in a file: for a single server. */
export function tokenFiles(folder: string): TokenStorage {
  const fileOf = (id: string) => join(folder, `${id}.json`);
  return {
    async read(id) {
      const text = await readFile(fileOf(id), 'utf8').catch((error: unknown) => {
        if (isMissing(error)) return '';
        throw error;
      });
      return tokenSchema.safeParse(parseJson(text)).data ?? null;
    },
    /** Atomic: readers see either the old or the new token. */
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

/** Stores each token in a row: for servers that share a database. */
export function tokenRows(query: Query): TokenStorage {
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
