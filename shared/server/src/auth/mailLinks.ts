import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Message, Outbox } from '../outbox.ts';

export type LinkKind = 'signup' | 'recovery';

export interface MailTemplate {
  subject: string;
  /** The path of the HTML version. The plain text version is beside it. */
  content_path: string;
}

/** Creates a mail with a link. Takes the kind of link, the recipient and the link's token. */
export type WriteLinkMail = (kind: LinkKind, to: string, token: string) => Message & { link: string };

/** Reads the mail templates, which a hosted Supabase project uses too. Takes them by kind, and the site's address. */
export function readLinkMails(
  templates: Readonly<Record<LinkKind, MailTemplate>>,
  siteUrl: string,
): WriteLinkMail {
  const read = ({ content_path: page, subject }: MailTemplate) => ({
    subject,
    html: readFileSync(page, 'utf8'),
    text: readFileSync(page.replace(/\.html$/, '.txt'), 'utf8'),
  });
  const texts = { signup: read(templates.signup), recovery: read(templates.recovery) };
  return (kind, to, token) => {
    const { subject, html, text } = texts[kind];
    const values: Record<string, string> = { SiteURL: siteUrl, TokenHash: token };
    const fill = (template: string) =>
      template.replaceAll(/\{\{ *\.(\w+) *\}\}/g, (placeholder, name: string) => values[name] ?? placeholder);
    const query = new URLSearchParams({ token_hash: token, type: kind });
    const link = `${siteUrl}/auth?${query.toString()}`;
    return { to, subject, text: fill(text), html: fill(html), link };
  };
}

/** Links sent by mail. A token is 32 random bytes, works once, and for an hour. The database stores only its hash. */
export interface MailLinks {
  /** Mails a link to the account with this address, if it may have one. Older links of the same kind stop working. */
  send(kind: LinkKind, email: string): Promise<void>;
}

/** Stores a token's hash and time with its account. Only an unconfirmed account gets a confirmation link. */
const STORE_TOKEN_SQL: Readonly<Record<LinkKind, string>> = {
  signup: `update auth.users set confirmation_token = $1, confirmation_sent_at = now()
    where email = $2 and email_confirmed_at is null and not is_sso_user returning id`,
  recovery: `update auth.users set recovery_token = $1, recovery_sent_at = now()
    where email = $2 and not is_sso_user returning id`,
};

/** Takes the token of a link; returns the hash that the database stores, in hexadecimal. */
export function hashOfToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

export function createMailLinks(parts: {
  query(sql: string, parameters: unknown[]): Promise<Record<string, unknown>[]>;
  write: WriteLinkMail;
  deliver: Outbox['deliver'];
}): MailLinks {
  const { query, write, deliver } = parts;
  return {
    async send(kind, email) {
      const token = randomBytes(32).toString('hex');
      const changed = await query(STORE_TOKEN_SQL[kind], [hashOfToken(token), email]);
      const mail = write(kind, email, token);
      if (changed.length > 0) deliver(mail);
    },
  };
}
