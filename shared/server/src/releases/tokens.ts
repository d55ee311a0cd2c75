import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { mkdir, readFile, readdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissing, nameSchema } from '@space/store';
import * as z from 'zod/mini';
import { parseJson } from '../backend/files.ts';

/** What a token permits: previews; canaries and previews; everything. */
export const SCOPES = ['preview', 'canary', 'all'] as const;
export type Scope = (typeof SCOPES)[number];

const ID = /^[0-9a-f]{8}$/;

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

/** The id finds the stored token; the 256 random bits after it are the secret. */
const TOKEN = /^space_([0-9a-f]{8})_[\w-]{43}$/;

/** The properties of a new token, besides its secret. */
export interface NewToken extends Pick<ReleaseToken, 'remote' | 'name' | 'scope' | 'by'> {
  days: number;
}

export type ReleaseTokens = ReturnType<typeof openTokens>;

const DAY = 86_400_000;
const sha256 = (text: string) => createHash('sha256').update(text).digest();
/** Compared with a token whose id is unknown, so that the check takes the same time. */
const DUMMY = randomBytes(32);

/** Whether a token is valid at a time: neither withdrawn nor expired. */
export const isValid = ({ withdrawnAt, expiresAt }: ReleaseToken, now: Date) =>
  withdrawnAt === null && expiresAt > now.toISOString();

/** Stores each token in a file of its own. */
function tokenFiles(folder: string) {
  const fileOf = (id: string) => join(folder, `${id}.json`);
  return {
    async read(id: string): Promise<ReleaseToken | null> {
      const text = await readFile(fileOf(id), 'utf8').catch((error: unknown) => {
        if (isMissing(error)) return '';
        throw error;
      });
      return tokenSchema.safeParse(parseJson(text)).data ?? null;
    },
    /** Atomic: readers see either the old or the new token. */
    async write(token: ReleaseToken): Promise<void> {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const draft = join(folder, `.${token.id}`);
      await writeFile(draft, `${JSON.stringify(token, null, 2)}\n`, { mode: 0o600 });
      await rename(draft, fileOf(token.id));
    },
    async ids(): Promise<string[]> {
      const names = await readdir(folder).catch((error: unknown) => {
        if (isMissing(error)) return [];
        throw error;
      });
      return names.flatMap((name) => (name.endsWith('.json') ? [name.slice(0, -'.json'.length)] : []));
    },
  };
}

/**
 * Opens the tokens with which teams release over the network. Only hashes are stored. A new or withdrawn token takes effect
 * with the next request, without a restart. Takes the data directory.
 */
export function openTokens(dataDir: string) {
  const { read, write, ids } = tokenFiles(join(dataDir, 'release-tokens'));

  return {
    /** Makes a token. Returns its text, which is not stored, and the stored record. */
    async make(
      { days, ...properties }: NewToken,
      now = new Date(),
    ): Promise<{ text: string; token: ReleaseToken }> {
      const id = randomBytes(4).toString('hex');
      const text = `space_${id}_${randomBytes(32).toString('base64url')}`;
      const token = {
        id,
        ...properties,
        hash: sha256(text).toString('hex'),
        createdAt: now.toISOString(),
        expiresAt: new Date(now.getTime() + days * DAY).toISOString(),
        withdrawnAt: null,
      };
      await write(token);
      return { text, token };
    },

    /** All tokens that were ever made, newest first. */
    async list(): Promise<ReleaseToken[]> {
      const tokens = await Promise.all((await ids()).filter((id) => ID.test(id)).map(read));
      return tokens
        .filter((token) => token !== null)
        .sort((one, other) => other.createdAt.localeCompare(one.createdAt));
    },

    /** Withdraws a token. Returns it, or null if there is none with this id. */
    async withdraw(id: string, now = new Date()): Promise<ReleaseToken | null> {
      const token = ID.test(id) ? await read(id) : null;
      if (token === null || token.withdrawnAt !== null) return token;
      const withdrawn = { ...token, withdrawnAt: now.toISOString() };
      await write(withdrawn);
      return withdrawn;
    },

    /**
     * Finds the token with a text. Returns null if it is not valid for the remote, for whatever reason. Hashes are compared
     * in constant time.
     */
    async check(text: string, remote: string, now = new Date()): Promise<ReleaseToken | null> {
      const [, id = ''] = TOKEN.exec(text) ?? [];
      const token = id === '' ? null : await read(id);
      const isMatch = timingSafeEqual(sha256(text), token === null ? DUMMY : Buffer.from(token.hash, 'hex'));
      return token !== null && isMatch && token.remote === remote && isValid(token, now) ? token : null;
    },
  };
}
