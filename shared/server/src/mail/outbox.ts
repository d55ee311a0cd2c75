import { appendFileSync, chmodSync } from 'node:fs';
import * as z from 'zod';
import { parseJson, readText, writeFileAtomically } from '../backend/files.ts';

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

const KEPT = 200;
const REWRITE_AT = KEPT * 2;

/** The mail this server would have sent: nothing leaves the machine. */
export type Outbox = ReturnType<typeof openOutbox>;

/** The newest 200, in a file (JSON lines, mode 600). `log` gets a line a mail, with its link where allowed. */
export function openOutbox(options: { file: string; printsLinks: boolean; log: (line: string) => void }) {
  const { file, printsLinks, log } = options;
  const stored = readMails(file);
  let mails = stored.mails;
  // A file with a line cut short is written anew: what is appended to half a line is lost with it.
  let linesInFile = stored.isWhole ? mails.length : REWRITE_AT;

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
    /** Keeps a message. Never throws: a mail that cannot be written down must not undo a sign-up. */
    deliver(message: Message): void {
      const mail = { id: (mails.at(-1)?.id ?? 0) + 1, sentAt: new Date().toISOString(), ...message };
      mails = [...mails, mail].slice(-KEPT);
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

/** Reads what is there; a line that a crash cut short is left out. */
function readMails(file: string): { mails: Mail[]; isWhole: boolean } {
  const text = readText(file);
  const mails = text.split('\n').flatMap((line) => mailSchema.safeParse(parseJson(line)).data ?? []);
  return { mails: mails.slice(-KEPT), isWhole: text === '' || text.endsWith('\n') };
}
