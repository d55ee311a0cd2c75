import { createTransport } from 'nodemailer';
import type { Message } from './outbox.ts';
import { isPlainAddress } from './plainAddress.ts';
import type { SmtpSettings } from './smtpSettings.ts';

/** How long to wait for a mail server, in milliseconds. */
export interface Patience {
  connection: number;
  /** Without a word in between. */
  silence: number;
  mail: number;
}

const PATIENCE: Patience = { connection: 10_000, silence: 20_000, mail: 60_000 };

export type Smtp = ReturnType<typeof createSmtp>;

/**
 * Makes what hands mails to a mail server, each on a connection of its own. Nothing leaves this machine in plain text, and a
 * certificate that does not hold is refused.
 */
export function createSmtp(settings: SmtpSettings, siteUrl: string, patience: Patience = PATIENCE) {
  const { host, port, isTls, isLocal, credentials, from } = settings;
  const transport = createTransport({
    host,
    port,
    secure: isTls,
    requireTLS: !isLocal,
    // A mail server on this machine often has a certificate that no authority has signed.
    ignoreTLS: isLocal,
    tls: { rejectUnauthorized: true, minVersion: 'TLSv1.2' },
    ...(credentials && { auth: credentials }),
    // Its greeting, and the name in a mail's headers: not the name of this machine.
    name: new URL(siteUrl).hostname,
    connectionTimeout: patience.connection,
    dnsTimeout: patience.connection,
    greetingTimeout: patience.connection,
    socketTimeout: patience.silence,
    disableFileAccess: true,
    disableUrlAccess: true,
  });

  return {
    /** Rejects when the mail server does not take the mail; `faultOf` says why. */
    async send({ to, subject, text, html }: Message, signal: AbortSignal): Promise<void> {
      if (!isPlainAddress(to)) throw Object.assign(new Error('No plain address'), { code: 'EENVELOPE' });
      await transport.sendMail({
        envelope: { from: from.address, to: [to] },
        from,
        to: { name: '', address: to },
        subject,
        text,
        html,
        // No one's answer is read: no holiday notices, please.
        headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
        signal: AbortSignal.any([signal, AbortSignal.timeout(patience.mail)]),
      });
    },
    /** Rejects when the mail server cannot be reached, or refuses user and password. */
    async check(): Promise<void> {
      await transport.verify();
    },
  };
}
