import { faultOf, type MailFault } from './mailFault.ts';
import type { MailState } from '@space/store';
import type { Message } from './outbox.ts';

interface QueuedMail {
  message: Message;
  queuedAt: number;
  dueAt: number;
  tries: number;
}

/** The delays of the queue, in milliseconds. Tests use shorter ones. */
export interface QueueDelays {
  /** Until the first try. The response is sent by then, so its duration reveals nothing about the mail. */
  first: number;
  /** Until the first retry. Each further delay is three times as long, at most five minutes. */
  retry: number;
  /** How long a mail is retried. Its link is valid for an hour, so a late mail would be useless. */
  maxAge: number;
  /** How long `close` waits for mails that are being sent. */
  closing: number;
}

const DEFAULT_DELAYS: QueueDelays = { first: 1_000, retry: 5_000, maxAge: 30 * 60_000, closing: 5_000 };
const MAX_RETRY_DELAY = 300_000;
const MAX_CONCURRENT = 3;
const MAX_WAITING = 500;

export type MailQueue = ReturnType<typeof createMailQueue>;

/**
 * Queues mails and sends them in the background. The queue is in memory only: the links in the mails sign users in, so they
 * must not be stored. A newer mail of the same kind to the same address replaces the previous one, whose link is invalid.
 *
 * Takes functions that send a mail, check the mail server, and log a line (which names no user).
 */
export function createMailQueue(parts: {
  send: (message: Message, signal: AbortSignal) => Promise<void>;
  check: () => Promise<void>;
  log: (line: string) => void;
  delays?: QueueDelays | undefined;
}) {
  const { send, check, log, delays = DEFAULT_DELAYS } = parts;
  const waiting = new Map<string, QueuedMail>();
  const sending = new Set<Promise<void>>();
  const counts = { sent: 0, failed: 0 };
  const stop = new AbortController();
  let lastFailure: MailState['lastFailure'] = null;
  let isFailing = false;
  let isClosing = false;
  let timer: NodeJS.Timeout | undefined;

  const keyOf = ({ to, subject }: Message) => `${subject}\n${to}`;

  function recordFailure({ reason, isOfRecipient }: MailFault): void {
    const isNewFailure = !isFailing || lastFailure?.reason !== reason;
    lastFailure = { at: new Date().toISOString(), reason };
    if (isOfRecipient) return;
    isFailing = true;
    if (isNewFailure && !isClosing) log(`Mail cannot be sent at the moment: ${reason}.`);
  }

  function giveUp({ message }: QueuedMail, reason: string): void {
    counts.failed += 1;
    log(`Mail "${message.subject}" was not sent: ${reason}.`);
  }

  function dropOldest(): void {
    const [oldest] = [...waiting].toSorted(([, one], [, other]) => one.queuedAt - other.queuedAt);
    if (oldest === undefined) return;
    waiting.delete(oldest[0]);
    giveUp(oldest[1], `more than ${MAX_WAITING} are waiting`);
  }

  async function tryOnce(mail: QueuedMail): Promise<void> {
    const tries = mail.tries + 1;
    try {
      await send(mail.message, stop.signal);
      counts.sent += 1;
      isFailing = false;
      log(`Mail "${mail.message.subject}" was sent${tries > 1 ? ` at try ${tries}` : ''}.`);
    } catch (error) {
      const fault = faultOf(error);
      recordFailure(fault);
      const dueAt = Date.now() + Math.min(delays.retry * 3 ** mail.tries, MAX_RETRY_DELAY);
      if (fault.isFinal || dueAt > mail.queuedAt + delays.maxAge) giveUp(mail, fault.reason);
      else if (!waiting.has(keyOf(mail.message))) waiting.set(keyOf(mail.message), { ...mail, dueAt, tries });
    }
  }

  function startSending(name: string, mail: QueuedMail): void {
    waiting.delete(name);
    const attempt = tryOnce(mail).finally(() => {
      sending.delete(attempt);
      sendDueMails();
    });
    sending.add(attempt);
  }

  function sendDueMails(): void {
    if (stop.signal.aborted) return;
    for (const [name, mail] of waiting)
      if (sending.size < MAX_CONCURRENT && mail.dueAt <= Date.now()) startSending(name, mail);
    scheduleNext();
  }

  /** Schedules the next mail. */
  function scheduleNext(): void {
    clearTimeout(timer);
    if (isClosing || waiting.size === 0 || sending.size >= MAX_CONCURRENT) return;
    const next = Math.min(...[...waiting.values()].map(({ dueAt }) => dueAt));
    timer = setTimeout(sendDueMails, Math.max(0, next - Date.now())).unref();
  }

  check().catch((error: unknown) => recordFailure(faultOf(error)));

  return {
    /** Queues a message for its first try, a moment later. Returns immediately and never throws. */
    deliver(message: Message): void {
      waiting.delete(keyOf(message));
      if (waiting.size >= MAX_WAITING) dropOldest();
      const queuedAt = Date.now();
      waiting.set(keyOf(message), {
        message,
        queuedAt,
        dueAt: queuedAt + delays.first * (0.5 + Math.random() / 2),
        tries: 0,
      });
      scheduleNext();
    },
    state: (): MailState => ({ waiting: waiting.size + sending.size, ...counts, isFailing, lastFailure }),
    /** Sends mails that have not been tried yet, for at most five seconds. The rest is lost; their number is logged. */
    async close(): Promise<void> {
      isClosing = true;
      clearTimeout(timer);
      for (const mail of waiting.values()) if (mail.tries === 0) mail.dueAt = 0;
      const abortTimer = setTimeout(() => stop.abort(), delays.closing);
      sendDueMails();
      while (sending.size > 0) await Promise.all(sending);
      clearTimeout(abortTimer);
      const left = waiting.size;
      if (left > 0) log(`${left} ${left === 1 ? 'mail was' : 'mails were'} not sent: the server stopped.`);
      waiting.clear();
    },
  };
}
