import { createHash } from 'node:crypto';
import { escapeHtml, type MailState } from '@space/store';
import type { Mail } from '../mail/outbox.ts';

const STYLE = `
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
  body { max-width: 46rem; margin: 0 auto; padding: 2rem 1rem; }
  article { border: 1px solid; border-radius: 0.5rem; padding: 1rem; margin-block: 1rem; }
  h2 { font-size: 1.1rem; margin: 0; }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; }
`;
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/** The headers of all operator's pages that this server renders. */
export const OUTBOX_HEADERS = {
  'Referrer-Policy': 'no-referrer',
  'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
};

/** Renders the mails of the outbox, newest first. */
export function renderOutbox(mails: readonly Mail[]): string {
  return renderPage(`<p>This backend sends no mail. Mails that it would have sent are listed here, newest first, for this machine only.</p>
${mails.length === 0 ? '<p>No mail yet.</p>' : mails.map(renderMail).join('')}`);
}

/** Renders the state of the mail queue, without any mail or recipient. */
export function renderMailState({ waiting, sent, failed, isFailing, lastFailure }: MailState): string {
  const failure = lastFailure
    ? `<p>${isFailing ? 'The last attempt failed' : 'The last failure was'} at <time datetime="${escapeHtml(lastFailure.at)}">${escapeHtml(lastFailure.at)}</time>: ${escapeHtml(lastFailure.reason)}.</p>`
    : '';
  return renderPage(`<p>The mails of this backend go to a mail server. Since the start: ${sent} sent, ${failed} given up, ${waiting} waiting.</p>
${failure}`);
}

function renderPage(content: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Better Space — Outbox</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>Outbox</h1>
${content}
</main>
</body>
</html>
`;
}

function renderMail({ to, subject, sentAt, link, text }: Mail): string {
  const action = link ? `<p><a href="${escapeHtml(link)}">${escapeHtml(link)}</a></p>` : '';
  return `<article>
<h2>${escapeHtml(subject)}</h2>
<p>To ${escapeHtml(to)}, <time datetime="${escapeHtml(sentAt)}">${escapeHtml(sentAt)}</time></p>
${action}
<pre>${escapeHtml(text)}</pre>
</article>
`;
}
