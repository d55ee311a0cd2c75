import { createTransport } from 'nodemailer';
import type { Message } from './outbox.ts';
import { isPlainAddress } from './plainAddress.ts';
import type { SmtpSettings } from './smtpSettings.ts';

/** Timeouts for the mail server, in milliseconds. */
export interface Timeouts {
  connection: number;
  /** For a connection on which nothing arrives. */
  idle: number;
  mail: number;
}

const TIMEOUTS: Timeouts = { connection: 10_000, idle: 20_000, mail: 60_000 };

export type Smtp = ReturnType<typeof createSmtp>;

/**
 * Creates an SMTP client that uses a new connection for each mail. Nothing leaves this machine unencrypted, and invalid
 * certificates are rejected.
 */
export function createSmtp(settings: SmtpSettings, siteUrl: string, timeouts: Timeouts = TIMEOUTS) {
  const { host, port, isTls, isLocal, credentials, from } = settings;
  const transport = createTransport({
    host,
    port,
    secure: isTls,
    requireTLS: !isLocal,
    // A mail server on this machine often has a self-signed certificate.
    ignoreTLS: isLocal,
    tls: { rejectUnauthorized: true, minVersion: 'TLSv1.2' },
    ...(credentials && { auth: credentials }),
    // The name in the SMTP greeting and in the mail's headers, instead of this machine's name.
    name: new URL(siteUrl).hostname,
    connectionTimeout: timeouts.connection,
    dnsTimeout: timeouts.connection,
    greetingTimeout: timeouts.connection,
    socketTimeout: timeouts.idle,
    disableFileAccess: true,
    disableUrlAccess: true,
  });

  return {
    /** Sends a mail. Rejects if the mail server does not accept it; `faultOf` explains the error. */
    async send({ to, subject, text, html }: Message, signal: AbortSignal): Promise<void> {
      if (!isPlainAddress(to)) throw Object.assign(new Error('No plain address'), { code: 'EENVELOPE' });
      await transport.sendMail({
        envelope: { from: from.address, to: [to] },
        from,
        to: { name: '', address: to },
        subject,
        text,
        html,
        // No one reads replies: these headers suppress out-of-office messages.
        headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeouts.mail)]),
      });
    },
    /** Rejects if the mail server cannot be reached or refuses the credentials. */
    async check(): Promise<void> {
      await transport.verify();
    },
  };
}
