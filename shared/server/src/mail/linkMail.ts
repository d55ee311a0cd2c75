import { readFileSync } from 'node:fs';
import type { Message } from './outbox.ts';

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
