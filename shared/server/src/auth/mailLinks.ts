import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mailTemplates } from '../backend/config.ts';
import type { Backend } from '../backend/backend.ts';
import type { Message } from '../outbox.ts';

export type LinkKind = keyof typeof mailTemplates;

/** Writes a mail with a link, from a template that a hosted project uses too; the plain text is beside the page. */
export function writeLinkMail(siteUrl: string, kind: LinkKind, to: string, token: string): Message {
  const { content_path: page, subject } = mailTemplates[kind];
  const values: Record<string, string> = { SiteURL: siteUrl, TokenHash: token };
  const fill = (file: string) =>
    readFileSync(file, 'utf8').replaceAll(
      /\{\{ *\.(\w+) *\}\}/g,
      (placeholder, name: string) => values[name] ?? placeholder,
    );
  const query = new URLSearchParams({ token_hash: token, type: kind });
  const link = `${siteUrl}/auth?${query.toString()}`;
  return { to, subject, text: fill(page.replace(/\.html$/, '.txt')), html: fill(page), link };
}

/** Only an unconfirmed account gets a confirmation link. */
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

/** Mails a link, which works once and for an hour, to the account with an address; older ones of its kind stop working. */
export async function sendLink({ query, outbox }: Backend, siteUrl: string, kind: LinkKind, email: string) {
  const token = randomBytes(32).toString('hex');
  const changed = await query(STORE_TOKEN_SQL[kind], [hashOfToken(token), email]);
  // Written for every address, so that the time does not tell which has an account.
  const mail = writeLinkMail(siteUrl, kind, email, token);
  if (changed.length > 0) outbox.deliver(mail);
}
