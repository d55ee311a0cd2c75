import type { MailState } from '@space/store';
import { createMailQueue, type QueueDelays } from './mailQueue.ts';
import type { Message, Outbox } from './outbox.ts';
import { createSmtp, type Timeouts } from './smtp.ts';
import type { SmtpSettings } from './smtpSettings.ts';

/** Delivers mails: to a mail server, or to the local outbox. */
export interface MailTransport {
  /** Queues or stores a message. Returns immediately and never throws. */
  deliver(message: Message): void;
  /** The state of the mail queue, for the operator; absent with the outbox, which shows the mails themselves. */
  state?: () => MailState;
  close(): Promise<void>;
}

/** The settings of `npm start`; the other options are for tests. */
export interface MailOptions extends SmtpSettings {
  delays?: QueueDelays;
  timeouts?: Timeouts;
}

/** Creates the mail transport: SMTP if a mail server is configured, otherwise the local outbox. */
export function createMailTransport(
  mail: MailOptions | undefined,
  parts: { outbox: Outbox; siteUrl: string; log: (line: string) => void },
): MailTransport {
  const { outbox, siteUrl, log } = parts;
  if (mail === undefined) return { deliver: outbox.deliver, close: () => Promise.resolve() };
  const smtp = createSmtp(mail, siteUrl, mail.timeouts);
  return createMailQueue({ ...smtp, log, delays: mail.delays });
}
