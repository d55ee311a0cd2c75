import { readFileSync } from 'node:fs';
import type { Message } from './outbox.ts';
import { redeemLink } from './links.ts';

/** Fills in the Supabase template of the confirmation mail, as lite does for the first one. */
export function confirmationMail(
  template: { subject: string; content_path: string },
  { siteUrl, to, tokenHash }: { siteUrl: string; to: string; tokenHash: string },
): Message {
  const values: Record<string, string> = { SiteURL: siteUrl, TokenHash: tokenHash };
  const html = readFileSync(template.content_path, 'utf8').replaceAll(
    /\{\{ *\.(\w+) *\}\}/g,
    (placeholder, name: string) => values[name] ?? placeholder,
  );
  const text = `Confirm your e-mail with this link: ${redeemLink(siteUrl, tokenHash, 'signup')}`;
  return { to, subject: template.subject, text, html };
}
