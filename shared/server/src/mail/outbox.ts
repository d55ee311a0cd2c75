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
