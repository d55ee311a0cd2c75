import { createHash, randomBytes } from 'node:crypto';
import type { LinkKind, WriteLinkMail } from '../mail/linkMail.ts';
import type { Post } from '../mail/post.ts';

/** The links of mails: 32 random bytes each, good once and for an hour. The database holds their hashes. */
export interface MailLinks {
  /** Mails a link to the account of an address, if there is one that it is for; older links of its kind end. */
  send(kind: LinkKind, email: string): Promise<void>;
}

/** Which account a link is for, and the columns of its hash and time. Only an unconfirmed account gets a link to confirm. */
const STORE: Readonly<Record<LinkKind, string>> = {
  signup: `update auth.users set confirmation_token = $1, confirmation_sent_at = now()
    where email = $2 and email_confirmed_at is null and not is_sso_user returning id`,
  recovery: `update auth.users set recovery_token = $1, recovery_sent_at = now()
    where email = $2 and not is_sso_user returning id`,
};

/** What the database keeps of a link's token. Takes the token; returns its hash in hexadecimal. */
export function hashOfToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

export function createMailLinks(parts: {
  query(sql: string, parameters: unknown[]): Promise<Record<string, unknown>[]>;
  write: WriteLinkMail;
  deliver: Post['deliver'];
}): MailLinks {
  const { query, write, deliver } = parts;
  return {
    async send(kind, email) {
      const token = randomBytes(32).toString('hex');
      const changed = await query(STORE[kind], [hashOfToken(token), email]);
      const mail = write(kind, email, token);
      if (changed.length > 0) deliver(mail);
    },
  };
}
