import { createHash } from 'node:crypto';
import { errorMessage } from '@space/store';
import { html, raw } from 'hono/html';
import * as z from 'zod/mini';
import { parseJson, readText, writeFileAtomically } from './backend/files.ts';
import { textResponse } from './http/respond.ts';

const mailSchema = z.object({
  id: z.number(),
  sentAt: z.string(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  link: z._default(z.nullable(z.string()), null),
});
export type Mail = z.infer<typeof mailSchema>;
export type Message = Omit<Mail, 'id' | 'sentAt'>;

const MAX_MAILS = 200;

export type Outbox = ReturnType<typeof openOutbox>;

/** Opens the outbox: the newest 200 mails that would have been sent, in a file. `printsLinks`: the log has their links. */
export function openOutbox(options: { file: string; printsLinks: boolean; log: (line: string) => void }) {
  const { file, printsLinks, log } = options;
  const stored = readText(file).split('\n');
  let mails = stored.flatMap((line) => mailSchema.safeParse(parseJson(line)).data ?? []).slice(-MAX_MAILS);

  return {
    list: (): readonly Mail[] => mails.toReversed(),
    latest: (to: string): Mail | undefined => mails.findLast((mail) => mail.to === to.toLowerCase()),
    /** Never throws: a mail that cannot be written must not make a sign-up fail. */
    deliver(message: Message): void {
      const mail = { id: (mails.at(-1)?.id ?? 0) + 1, sentAt: new Date().toISOString(), ...message };
      mails = [...mails, mail].slice(-MAX_MAILS);
      log(`Mail "${mail.subject}"${printsLinks && mail.link ? `: ${mail.link}` : ' is in the outbox.'}`);
      try {
        writeFileAtomically(file, mails.map((each) => `${JSON.stringify(each)}\n`).join(''));
      } catch (error) {
        log(`The outbox could not be written and is kept in memory only: ${errorMessage(error)}`);
      }
    },
  };
}

const STYLE = `:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
  article { border: 1px solid; padding: 1rem; margin: 1rem 0; max-width: 46rem; }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; }`;
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

export async function outboxPage(mails: readonly Mail[]): Promise<Response> {
  const page = await html`<!doctype html>
    <html lang="en">
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>Better Space — Outbox</title>
      <style>
        ${raw(STYLE)}
      </style>
      <main>
        <h1>Outbox</h1>
        <p>This backend sends no mail. Only this machine sees what it would have sent, newest first.</p>
        ${mails.length === 0 ? html`<p>No mail yet.</p>` : mails.map(renderMail)}
      </main>
    </html>`;
  return textResponse(200, String(page), {
    'Content-Type': 'text/html; charset=utf-8',
    'Referrer-Policy': 'no-referrer',
    'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  });
}

const renderMail = ({ to, subject, sentAt, link, text }: Mail) =>
  html`<article>
    <h2>${subject}</h2>
    <p>To ${to}, <time datetime="${sentAt}">${sentAt}</time></p>
    ${link && html`<p><a href="${link}">${link}</a></p>`}
    <pre>${text}</pre>
  </article>`;
