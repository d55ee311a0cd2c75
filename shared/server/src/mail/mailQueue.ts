import { faultOf, type MailFault } from './mailFault.ts';
import type { MailState } from '@space/store';
import type { Message } from './outbox.ts';

interface Waiting {
  message: Message;
  madeAt: number;
  dueAt: number;
  tries: number;
}

/** In milliseconds. Tests are faster. */
export interface Pace {
  /** Until the first try: the answer is out by then, and its time tells nothing of the mail. */
  first: number;
  /** Until the second try; three times as long until each further one, five minutes at most. */
  again: number;
  /** A mail is tried for so long: its link is good for an hour, and should arrive while it is worth something. */
  keeps: number;
  /** For the mails under way when the server stops. */
  stopping: number;
}

const PACE: Pace = { first: 1_000, again: 5_000, keeps: 30 * 60_000, stopping: 5_000 };
const LONGEST_WAIT = 300_000;
const AT_ONCE = 3;
const MOST_WAITING = 500;

export type MailQueue = ReturnType<typeof createMailQueue>;

/**
 * Takes mails at once and sends them beside the requests. They wait in memory alone: their links sign in, and are not written
 * anywhere. A newer mail of the same kind to the same address replaces the one before, whose link is worth nothing any more.
 *
 * Takes what sends a mail, what looks whether mails can be sent, and who is told of it: no line names a person.
 */
export function createMailQueue(parts: {
  send: (message: Message, signal: AbortSignal) => Promise<void>;
  check: () => Promise<void>;
  log: (line: string) => void;
  pace?: Pace | undefined;
}) {
  const { send, check, log, pace = PACE } = parts;
  const waiting = new Map<string, Waiting>();
  const underWay = new Set<Promise<void>>();
  const counts = { sent: 0, failed: 0 };
  const stop = new AbortController();
  let lastFailure: MailState['lastFailure'] = null;
  let isFailing = false;
  let isClosing = false;
  let timer: NodeJS.Timeout | undefined;

  const nameOf = ({ to, subject }: Message) => `${subject}\n${to}`;

  function note({ reason, isOfRecipient }: MailFault): void {
    const isNews = !isFailing || lastFailure?.reason !== reason;
    lastFailure = { at: new Date().toISOString(), reason };
    if (isOfRecipient) return;
    isFailing = true;
    if (isNews && !isClosing) log(`Mail cannot be sent at the moment: ${reason}.`);
  }

  function giveUp({ message }: Waiting, reason: string): void {
    counts.failed += 1;
    log(`Mail "${message.subject}" was not sent: ${reason}.`);
  }

  function giveUpOldest(): void {
    const [oldest] = [...waiting].toSorted(([, one], [, other]) => one.madeAt - other.madeAt);
    if (oldest === undefined) return;
    waiting.delete(oldest[0]);
    giveUp(oldest[1], `more than ${MOST_WAITING} are waiting`);
  }

  async function tryOnce(mail: Waiting): Promise<void> {
    const tries = mail.tries + 1;
    try {
      await send(mail.message, stop.signal);
      counts.sent += 1;
      isFailing = false;
      log(`Mail "${mail.message.subject}" was sent${tries > 1 ? ` at try ${tries}` : ''}.`);
    } catch (error) {
      const fault = faultOf(error);
      note(fault);
      const dueAt = Date.now() + Math.min(pace.again * 3 ** mail.tries, LONGEST_WAIT);
      if (fault.isFinal || dueAt > mail.madeAt + pace.keeps) giveUp(mail, fault.reason);
      else if (!waiting.has(nameOf(mail.message)))
        waiting.set(nameOf(mail.message), { ...mail, dueAt, tries });
    }
  }

  function begin(name: string, mail: Waiting): void {
    waiting.delete(name);
    const trying = tryOnce(mail).finally(() => {
      underWay.delete(trying);
      sendWhatIsDue();
    });
    underWay.add(trying);
  }

  function sendWhatIsDue(): void {
    if (stop.signal.aborted) return;
    for (const [name, mail] of waiting)
      if (underWay.size < AT_ONCE && mail.dueAt <= Date.now()) begin(name, mail);
    wake();
  }

  /** Sees to it that the next mail is sent when its time has come. */
  function wake(): void {
    clearTimeout(timer);
    if (isClosing || waiting.size === 0 || underWay.size >= AT_ONCE) return;
    const next = Math.min(...[...waiting.values()].map(({ dueAt }) => dueAt));
    timer = setTimeout(sendWhatIsDue, Math.max(0, next - Date.now())).unref();
  }

  check().catch((error: unknown) => note(faultOf(error)));

  return {
    /** Keeps a message for its first try, a moment later. Never throws, and waits for nothing. */
    deliver(message: Message): void {
      waiting.delete(nameOf(message));
      if (waiting.size >= MOST_WAITING) giveUpOldest();
      const madeAt = Date.now();
      waiting.set(nameOf(message), {
        message,
        madeAt,
        dueAt: madeAt + pace.first * (0.5 + Math.random() / 2),
        tries: 0,
      });
      wake();
    },
    state: (): MailState => ({ waiting: waiting.size + underWay.size, ...counts, isFailing, lastFailure }),
    /** Tries what was never tried once more, for five seconds at most. What is left is lost, and its number told. */
    async close(): Promise<void> {
      isClosing = true;
      clearTimeout(timer);
      for (const mail of waiting.values()) if (mail.tries === 0) mail.dueAt = 0;
      const enough = setTimeout(() => stop.abort(), pace.stopping);
      sendWhatIsDue();
      while (underWay.size > 0) await Promise.all(underWay);
      clearTimeout(enough);
      const left = waiting.size;
      if (left > 0) log(`${left} ${left === 1 ? 'mail was' : 'mails were'} not sent: the server stopped.`);
      waiting.clear();
    },
  };
}
