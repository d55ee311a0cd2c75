import type { MailState } from '@space/store';
import { createMailQueue, type Pace } from './mailQueue.ts';
import type { Message, Outbox } from './outbox.ts';
import { createSmtp, type Patience } from './smtp.ts';
import type { SmtpSettings } from './smtpSettings.ts';

/** Where mails go: to a mail server, or to the outbox that this machine shows. */
export interface Post {
  /** Keeps a message. Never throws, and waits for nothing. */
  deliver(message: Message): void;
  /** What the operator sees of the mail server; absent with the outbox, which shows each mail. */
  state?: () => MailState;
  close(): Promise<void>;
}

/** Mail as `npm start` sends it; the rest is for tests. */
export interface MailOptions extends SmtpSettings {
  pace?: Pace;
  patience?: Patience;
}

/** Opens the way of mails. Takes the mail server, if there is one, and the outbox, if there is none. */
export function openPost(
  mail: MailOptions | undefined,
  parts: { outbox: Outbox; siteUrl: string; log: (line: string) => void },
): Post {
  const { outbox, siteUrl, log } = parts;
  if (mail === undefined) return { deliver: outbox.deliver, close: () => Promise.resolve() };
  const smtp = createSmtp(mail, siteUrl, mail.patience);
  return createMailQueue({ ...smtp, log, pace: mail.pace });
}
