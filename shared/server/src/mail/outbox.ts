import { appendFileSync, chmodSync, readFileSync } from 'node:fs';
import { writeFileAtomically } from '../backend/files.ts';

export interface Mail {
  id: number;
  sentAt: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  link: string | null;
}

export interface Message {
  to: string;
  subject: string;
  text: string;
  html: string;
  link: string | null;
}

/** The mail this server would have sent: nothing leaves the machine. */
export interface Outbox {
  list(): readonly Mail[];
  latest(to: string): Mail | undefined;
  /** Keeps a message. Never throws: a mail that cannot be written down must not undo a sign-up. */
  deliver(message: Message): void;
}

const KEPT = 200;
const REWRITE_AT = KEPT * 2;

/** The newest 200, in a file (JSON lines, mode 600). `log` gets a line a mail, with its link where allowed. */
export function openOutbox(options: {
  file: string;
  printsLinks: boolean;
  log: (line: string) => void;
}): Outbox {
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
    list: () => mails.toReversed(),
    latest: (to) => mails.findLast((mail) => mail.to === to.toLowerCase()),
    deliver(message) {
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
  let text = '';
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    // No mail yet, or none that can be read: nothing to show either way.
  }
  const mails = text.split('\n').flatMap(readMail);
  return { mails: mails.slice(-KEPT), isWhole: text === '' || text.endsWith('\n') };
}

function readMail(line: string): Mail[] {
  try {
    const value: unknown = JSON.parse(line);
    return isMail(value) ? [value] : [];
  } catch {
    return [];
  }
}

function isMail(value: unknown): value is Mail {
  if (typeof value !== 'object' || value === null) return false;
  const texts = ['sentAt', 'to', 'subject', 'text', 'html'].every(
    (key) => typeof Reflect.get(value, key) === 'string',
  );
  return texts && typeof Reflect.get(value, 'id') === 'number';
}
