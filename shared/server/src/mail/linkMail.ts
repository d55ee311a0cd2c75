import { readFileSync } from 'node:fs';
import type { Message } from './outbox.ts';

export type LinkKind = 'signup' | 'recovery';

export interface MailTemplate {
  subject: string;
  content_path: string;
}

const FIRST_WORDS: Readonly<Record<LinkKind, string>> = {
  signup: 'Confirm your e-mail with this link',
  recovery: 'Choose a new password with this link',
};

/** Writes the mail that carries a link: a Supabase template filled in, and the same in plain text. */
export function linkMail(
  template: MailTemplate,
  { kind, siteUrl, to, token }: { kind: LinkKind; siteUrl: string; to: string; token: string },
): Message & { link: string } {
  const values: Record<string, string> = { SiteURL: siteUrl, TokenHash: token };
  const html = readFileSync(template.content_path, 'utf8').replaceAll(
    /\{\{ *\.(\w+) *\}\}/g,
    (placeholder, name: string) => values[name] ?? placeholder,
  );
  const query = new URLSearchParams({ token_hash: token, type: kind });
  const link = `${siteUrl}/auth?${query.toString()}`;
  return { to, subject: template.subject, text: `${FIRST_WORDS[kind]}: ${link}`, html, link };
}
