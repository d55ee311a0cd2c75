import { isLoopback } from '../http/loopback.ts';
import { startError } from '../startError.ts';
import { isPlainAddress } from './plainAddress.ts';

export interface SmtpSettings {
  host: string;
  port: number;
  /** TLS from the first byte; else it begins with STARTTLS, without which nothing is sent. */
  isTls: boolean;
  /** The mail server is on this machine: its plain text is read by no other. */
  isLocal: boolean;
  credentials: { user: string; pass: string } | undefined;
  from: { name: string; address: string };
}

const FORM =
  'SMTP_URL must be smtps://user:password@mail.example:465 or smtp://user:password@mail.example:587, with what is not a letter or a digit of user and password written as %40 and the like. A mail server on this machine needs no user: smtp://127.0.0.1:25.';
const FROM_FORM = 'MAIL_FROM must be an address (Better Space <space@planner.example>)';

/** The name of a sender, none of which ends a header or begins another. */
const NAMED = /^(?<name>[^<>"\p{Cc}]*)<(?<address>[^<>]*)>$/u;
const HOST = /^(?:[\w-]+(?:\.[\w-]+)*|\[[\da-f:.]+\])$/i;

/**
 * Reads SMTP_URL and MAIL_FROM; undefined for neither. Throws a StartError, which repeats nothing of an SMTP_URL, for a password
 * is in it.
 */
export function readSmtp(text = '', from = ''): SmtpSettings | undefined {
  if (text === '' && from === '') return undefined;
  if (text === '')
    throw startError('MAIL_FROM is for mail that is sent: set SMTP_URL, too, or neither for the outbox.');
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^smtps?:$/.test(url.protocol) || !HOST.test(url.hostname) || hasMore(url))
    throw startError(FORM);
  const isTls = url.protocol === 'smtps:';
  const host = url.hostname.replaceAll(/[[\]]/g, '');
  return {
    host,
    port: url.port === '' ? (isTls ? 465 : 587) : Number(url.port),
    isTls,
    isLocal: isLoopback(host),
    credentials: readCredentials(url),
    from: readFrom(from),
  };
}

/** A path, a query or a hash: mostly a password whose signs are not written as %23 and the like. */
const hasMore = ({ pathname, search, hash }: URL) => !/^\/?$/.test(pathname) || search !== '' || hash !== '';

function readCredentials({ username, password }: URL): SmtpSettings['credentials'] {
  if (username === '' && password === '') return undefined;
  const [user, pass] = [decode(username), decode(password)];
  if (user === '' || pass === '' || /\p{Cc}/u.test(user + pass)) throw startError(FORM);
  return { user, pass };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

function readFrom(text: string): SmtpSettings['from'] {
  const { name = 'Better Space', address = text } = NAMED.exec(text)?.groups ?? {};
  if (isPlainAddress(address)) return { name: name.trim(), address };
  throw startError(
    text === '' ? `MAIL_FROM is missing: the sender of mail. ${FROM_FORM}.` : `${FROM_FORM}, not "${text}".`,
  );
}
