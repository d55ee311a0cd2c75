import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { mkdir, readFile, readdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { isMissing, nameSchema } from '@space/store';
import { parseJson } from '../backend/files.ts';

/** What a token is good for: previews; canaries and previews; everything. */
export const SCOPES = ['preview', 'canary', 'all'] as const;
export type Scope = (typeof SCOPES)[number];

const ID = /^[0-9a-f]{8}$/;
/** The id finds the file, the 256 random bits behind it are what is secret. */
const TOKEN = /^space_([0-9a-f]{8})_[\w-]{43}$/;

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

/** What a token is made of, besides its secret. */
export interface TokenWish extends Pick<ReleaseToken, 'remote' | 'name' | 'scope' | 'by'> {
  days: number;
}

export type ReleaseTokens = ReturnType<typeof openTokens>;

const DAY = 86_400_000;
const digest = (text: string) => createHash('sha256').update(text).digest();
/** What a token of an unknown id is compared with. */
const NONE = randomBytes(32);

/** Whether a token opens anything at a time. */
export const isValid = ({ withdrawnAt, expiresAt }: ReleaseToken, now: Date) =>
  withdrawnAt === null && expiresAt > now.toISOString();

/**
 * The tokens with which teams release over the network, a file for each below the data directory: no secret is in it, and
 * one that is made or withdrawn counts from the next request on, without a word to the server. Takes the data directory.
 */
export function openTokens(dataDir: string) {
  const folder = join(dataDir, 'release-tokens');
  const fileOf = (id: string) => join(folder, `${id}.json`);

  async function read(id: string): Promise<ReleaseToken | null> {
    const text = await readFile(fileOf(id), 'utf8').catch((error: unknown) => {
      if (isMissing(error)) return '';
      throw error;
    });
    return tokenSchema.safeParse(parseJson(text)).data ?? null;
  }

  /** In one step: who reads meets the old text or the new one. */
  async function write(token: ReleaseToken): Promise<void> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const draft = join(folder, `.${token.id}`);
    await writeFile(draft, `${JSON.stringify(token, null, 2)}\n`, { mode: 0o600 });
    await rename(draft, fileOf(token.id));
  }

  return {
    /** Makes a token. Returns its text, which is kept nowhere, and what is. */
    async make(
      { days, ...wish }: TokenWish,
      now = new Date(),
    ): Promise<{ text: string; token: ReleaseToken }> {
      const id = randomBytes(4).toString('hex');
      const text = `space_${id}_${randomBytes(32).toString('base64url')}`;
      const token = {
        id,
        ...wish,
        hash: digest(text).toString('hex'),
        createdAt: now.toISOString(),
        expiresAt: new Date(now.getTime() + days * DAY).toISOString(),
        withdrawnAt: null,
      };
      await write(token);
      return { text, token };
    },

    /** All that were ever made, the newest first. */
    async list(): Promise<ReleaseToken[]> {
      const names = await readdir(folder).catch((error: unknown) => {
        if (isMissing(error)) return [];
        throw error;
      });
      const ids = names.flatMap((name) => (name.endsWith('.json') ? [name.slice(0, -'.json'.length)] : []));
      const tokens = await Promise.all(ids.filter((id) => ID.test(id)).map(read));
      return tokens
        .filter((token) => token !== null)
        .sort((one, other) => other.createdAt.localeCompare(one.createdAt));
    },

    /** Withdraws a token. Returns it, or null where there is none of that id. */
    async withdraw(id: string, now = new Date()): Promise<ReleaseToken | null> {
      const token = ID.test(id) ? await read(id) : null;
      if (token === null || token.withdrawnAt !== null) return token;
      const withdrawn = { ...token, withdrawnAt: now.toISOString() };
      await write(withdrawn);
      return withdrawn;
    },

    /**
     * The token of a text, where it is valid for a remote; else null, whatever is wrong with it, after the same work and a
     * comparison in constant time.
     */
    async check(text: string, remote: string, now = new Date()): Promise<ReleaseToken | null> {
      const [, id = ''] = TOKEN.exec(text) ?? [];
      const token = id === '' ? null : await read(id);
      const isSame = timingSafeEqual(digest(text), token === null ? NONE : Buffer.from(token.hash, 'hex'));
      return token !== null && isSame && token.remote === remote && isValid(token, now) ? token : null;
    },
  };
}
