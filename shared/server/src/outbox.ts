import { createHash } from 'node:crypto';
import { appendFileSync, chmodSync } from 'node:fs';
import { escapeHtml } from '@space/store';
import * as z from 'zod';
import { parseJson, readText, writeFileAtomically } from './backend/files.ts';

const mailSchema = z.object({
  id: z.number(),
  sentAt: z.string(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  link: z.string().nullable().default(null),
});
export type Mail = z.infer<typeof mailSchema>;
export type Message = Omit<Mail, 'id' | 'sentAt'>;

const MAX_MAILS = 200;
const REWRITE_AT = MAX_MAILS * 2;

/** Stores the mails that the server would have sent: none leaves the machine. */
export type Outbox = ReturnType<typeof openOutbox>;

/** Opens the outbox: the newest 200 mails, in a file (JSON lines, mode 600). `printsLinks`: the log contains their links. */
export function openOutbox(options: { file: string; printsLinks: boolean; log: (line: string) => void }) {
  const { file, printsLinks, log } = options;
  const stored = readMails(file);
  let mails = stored.mails;
  // A file whose last line was cut short is rewritten: a mail appended to that line would be lost.
  let linesInFile = stored.isComplete ? mails.length : REWRITE_AT;

  function write(mail: Mail): void {
    if (linesInFile >= REWRITE_AT) {
      writeFileAtomically(file, mails.map((each) => `${JSON.stringify(each)}\n`).join(''));
      linesInFile = mails.length;
      return;
    }
    appendFileSync(file, `${JSON.stringify(mail)}\n`, { mode: 0o600 });
    if (linesInFile === 0) chmodSync(file, 0o600);
    linesInFile += 1;
  }

  return {
    list: (): readonly Mail[] => mails.toReversed(),
    latest: (to: string): Mail | undefined => mails.findLast((mail) => mail.to === to.toLowerCase()),
    /** Stores a message. Never throws: a mail that cannot be written must not make a sign-up fail. */
    deliver(message: Message): void {
      const mail = { id: (mails.at(-1)?.id ?? 0) + 1, sentAt: new Date().toISOString(), ...message };
      mails = [...mails, mail].slice(-MAX_MAILS);
      log(`Mail "${mail.subject}"${printsLinks && mail.link ? `: ${mail.link}` : ' is in the outbox.'}`);
      try {
        write(mail);
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        log(`The outbox could not be written and is kept in memory only: ${reason}`);
      }
    },
  };
}

/** Reads the stored mails, without a line that a crash cut short. */
function readMails(file: string): { mails: Mail[]; isComplete: boolean } {
  const text = readText(file);
  const mails = text.split('\n').flatMap((line) => mailSchema.safeParse(parseJson(line)).data ?? []);
  return { mails: mails.slice(-MAX_MAILS), isComplete: text === '' || text.endsWith('\n') };
}

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

/** Renders the mails of the outbox as a page in HTML. Takes them newest first. */
export function renderOutbox(mails: readonly Mail[]): string {
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
<p>This backend sends no mail. Mails that it would have sent are listed here, newest first, for this machine only.</p>
${mails.length === 0 ? '<p>No mail yet.</p>' : mails.map(renderMail).join('')}
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
