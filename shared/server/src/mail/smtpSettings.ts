import { isLoopback } from '../http/loopback.ts';
import { startError } from '../startError.ts';
import { isPlainAddress } from './plainAddress.ts';

export interface SmtpSettings {
  host: string;
  port: number;
  /** Whether the connection starts with TLS. Otherwise STARTTLS is required, except on this machine. */
  isTls: boolean;
  /** Whether the mail server is on this machine, so that no other machine sees unencrypted mail. */
  isLocal: boolean;
  credentials: { user: string; pass: string } | undefined;
  from: { name: string; address: string };
}

const URL_ERROR =
  'SMTP_URL must be smtps://user:password@mail.example:465 or smtp://user:password@mail.example:587, with all but letters and digits of user and password percent-encoded (%40 and the like). A mail server on this machine needs no user: smtp://127.0.0.1:25.';
const FROM_HELP = 'MAIL_FROM must be an address (Better Space <space@planner.example>)';

/** A sender's name and address, without characters that would end a header or start another. */
const NAMED_ADDRESS = /^(?<name>[^<>"\p{Cc}]*)<(?<address>[^<>]*)>$/u;
const HOST = /^(?:[\w-]+(?:\.[\w-]+)*|\[[\da-f:.]+\])$/i;

/**
 * Reads SMTP_URL and MAIL_FROM; undefined if neither is set. Throws a StartError, which never repeats SMTP_URL: it
 * contains a password.
 */
export function readSmtp(text = '', from = ''): SmtpSettings | undefined {
  if (text === '' && from === '') return undefined;
  if (text === '')
    throw startError('MAIL_FROM is for mail that is sent: set SMTP_URL, too, or neither for the outbox.');
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^smtps?:$/.test(url.protocol) || !HOST.test(url.hostname) || hasRest(url))
    throw startError(URL_ERROR);
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

/** Whether a URL has a path, query or hash: usually the result of a password with unescaped characters. */
const hasRest = ({ pathname, search, hash }: URL) => !/^\/?$/.test(pathname) || search !== '' || hash !== '';

function readCredentials({ username, password }: URL): SmtpSettings['credentials'] {
  if (username === '' && password === '') return undefined;
  const [user, pass] = [decode(username), decode(password)];
  if (user === '' || pass === '' || /\p{Cc}/u.test(user + pass)) throw startError(URL_ERROR);
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
  const { name = 'Better Space', address = text } = NAMED_ADDRESS.exec(text)?.groups ?? {};
  if (isPlainAddress(address)) return { name: name.trim(), address };
  throw startError(
    text === '' ? `MAIL_FROM is missing: the sender of mail. ${FROM_HELP}.` : `${FROM_HELP}, not "${text}".`,
  );
}
