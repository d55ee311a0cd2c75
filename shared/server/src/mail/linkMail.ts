import { readFileSync } from 'node:fs';
import type { Message } from './outbox.ts';

export type LinkKind = 'signup' | 'recovery';

export interface MailTemplate {
  subject: string;
  /** The mail as a page. Beside it is the same in plain text. */
  content_path: string;
}

/** Writes the mail that carries a link. Takes its kind, whom it is to and the link's token. */
export type WriteLinkMail = (kind: LinkKind, to: string, token: string) => Message & { link: string };

/** Reads the templates once, as a hosted Supabase project gets them. Takes them by kind, and where the site is. */
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
