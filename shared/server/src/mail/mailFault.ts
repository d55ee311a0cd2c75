import * as z from 'zod';

/** Why a mail was not taken. */
export interface MailFault {
  /** For the operator: it names no person. A mail server's own words may repeat the recipient, so they are left out. */
  reason: string;
  /** Another try would get the same answer. */
  isFinal: boolean;
  /** It says nothing of other mails. */
  isOfRecipient: boolean;
}

/** What nodemailer says of a failure. */
const errorSchema = z.object({
  code: z.string().default('an error'),
  /** The system's own code, where `code` only says that the connection failed. */
  originalCode: z.string().optional(),
  command: z.string().default(''),
  response: z.string().default(''),
  responseCode: z.number().optional(),
  permanent: z.boolean().optional(),
});

/** What a mail server refused, by the command it refused. */
const RECIPIENT = /^RCPT TO/;
const REFUSED: readonly (readonly [RegExp, string])[] = [
  [/^AUTH/, 'the user or the password'],
  [/^MAIL FROM/, 'the sender'],
  [RECIPIENT, 'the recipient'],
  [/^DATA/, 'the mail'],
  [/^STARTTLS/, 'TLS'],
];

const BROKEN: Readonly<Record<string, string>> = {
  ETIMEDOUT: 'the mail server does not answer in time',
  EABORT: 'the mail server takes too long',
  EDNS: 'the name of the mail server is not known',
};

/** Says what became of a mail that was not taken. */
export function faultOf(error: unknown): MailFault {
  const { data } = errorSchema.safeParse(error);
  if (!data) return { reason: 'the mail could not be written', isFinal: true, isOfRecipient: true };
  const { code, originalCode, command, response, responseCode, permanent } = data;
  if (responseCode !== undefined) {
    const what = REFUSED.find(([pattern]) => pattern.test(command))?.[1] ?? 'the connection';
    const [enhanced = ''] = /(?<=^\d{3}[ -])[245]\.\d{1,3}\.\d{1,3}(?= |$)/.exec(response) ?? [];
    const status = `${responseCode} ${enhanced}`.trim();
    const reason = `the mail server refused ${what} (${status})`;
    return { reason, isFinal: permanent ?? false, isOfRecipient: RECIPIENT.test(command) };
  }
  // Without a reply these are about the mail itself.
  const isFinal = code === 'EENVELOPE' || code === 'EMESSAGE';
  const reason = BROKEN[code] ?? `the mail server cannot be reached (${originalCode ?? code})`;
  return { reason, isFinal, isOfRecipient: isFinal };
}
