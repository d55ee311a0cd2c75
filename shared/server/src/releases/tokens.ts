import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { join } from 'node:path';
import type { Query } from '../backend/database.ts';
import { ID, tokenFiles, tokenRows, type ReleaseToken } from './keptTokens.ts';

export { SCOPES, type ReleaseToken, type Scope } from './keptTokens.ts';

/** The id finds the file, the 256 random bits behind it are what is secret. */
const TOKEN = /^space_([0-9a-f]{8})_[\w-]{43}$/;

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
 * The tokens with which teams release over the network: no secret is kept, and one that is made or withdrawn counts from the
 * next request on, without a word to the server. They are files below the data directory, or rows of the database that several
 * servers have in common. Takes the data directory, and what asks that database.
 */
export function openTokens(dataDir: string, shared: Query | null = null) {
  const { read, write, ids } = shared ? tokenRows(shared) : tokenFiles(join(dataDir, 'release-tokens'));

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
      const tokens = await Promise.all((await ids()).filter((id) => ID.test(id)).map(read));
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
