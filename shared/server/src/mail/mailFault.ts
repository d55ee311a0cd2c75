import * as z from 'zod';

/** Why the mail server did not accept a mail. */
export interface MailFault {
  /** For the operator; it names no user. The mail server's own message may repeat the recipient, so it is left out. */
  reason: string;
  /** A retry would fail in the same way. */
  isFinal: boolean;
  /** The failure concerns this recipient only, not other mails. */
  isOfRecipient: boolean;
}

/** The errors of nodemailer. */
const errorSchema = z.object({
  code: z.string().default('an error'),
  /** The system's error code, if `code` only says that the connection failed. */
  originalCode: z.string().optional(),
  command: z.string().default(''),
  response: z.string().default(''),
  responseCode: z.number().optional(),
  permanent: z.boolean().optional(),
});

/** What the mail server refused, by the SMTP command. */
const RECIPIENT = /^RCPT TO/;
const REFUSED_BY_COMMAND: readonly (readonly [RegExp, string])[] = [
  [/^AUTH/, 'the user or the password'],
  [/^MAIL FROM/, 'the sender'],
  [RECIPIENT, 'the recipient'],
  [/^DATA/, 'the mail'],
  [/^STARTTLS/, 'TLS'],
];

const CONNECTION_ERRORS: Readonly<Record<string, string>> = {
  ETIMEDOUT: 'the mail server does not answer in time',
  EABORT: 'the mail server takes too long',
  EDNS: 'the name of the mail server is not known',
};

/** Takes the error of a failed send; returns why it failed and whether a retry makes sense. */
export function faultOf(error: unknown): MailFault {
  const { data } = errorSchema.safeParse(error);
  if (!data) return { reason: 'the mail could not be written', isFinal: true, isOfRecipient: true };
  const { code, originalCode, command, response, responseCode, permanent } = data;
  if (responseCode !== undefined) {
    const what = REFUSED_BY_COMMAND.find(([pattern]) => pattern.test(command))?.[1] ?? 'the connection';
    const [enhanced = ''] = /(?<=^\d{3}[ -])[245]\.\d{1,3}\.\d{1,3}(?= |$)/.exec(response) ?? [];
    const status = `${responseCode} ${enhanced}`.trim();
    const reason = `the mail server refused ${what} (${status})`;
    return { reason, isFinal: permanent ?? false, isOfRecipient: RECIPIENT.test(command) };
  }
  // Without a reply from the server, these errors concern the mail itself.
  const isFinal = code === 'EENVELOPE' || code === 'EMESSAGE';
  const reason = CONNECTION_ERRORS[code] ?? `the mail server cannot be reached (${originalCode ?? code})`;
  return { reason, isFinal, isOfRecipient: isFinal };
}
