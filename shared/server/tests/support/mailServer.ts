import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** A mail that the server accepted. */
export interface ReceivedMail {
  from: string;
  to: string[];
  /** The raw message: headers, then both parts. */
  source: string;
}

/** The error reply to an SMTP command, or null to accept it. */
export type Reply = { code: number; text: string } | null | Promise<null>;

/** Starts a real SMTP server on this machine. Takes its replies to recipients and mails, further options, and its port. */
export async function startMailServer(
  replies: { onRecipient?: (to: string) => Reply; onMail?: () => Reply } = {},
  options: SMTPServerOptions = {},
  port = 0,
) {
  const received: ReceivedMail[] = [];
  const send = async (reply: Reply | undefined, done: (error?: Error | null) => void) => {
    const error = await reply;
    done(error ? Object.assign(new Error(error.text), { responseCode: error.code }) : null);
  };
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    closeTimeout: 1,
    disableReverseLookup: true,
    ...options,
    onRcptTo: ({ address }, _session, done) => void send(replies.onRecipient?.(address), done),
    onData(stream, { envelope }, done) {
      const receive = async () => {
        const source = await text(stream);
        const reply = await replies.onMail?.();
        const { mailFrom, rcptTo } = envelope;
        const from = mailFrom ? mailFrom.address : '';
        if (!reply) received.push({ from, to: rcptTo.map(({ address }) => address), source });
        await send(reply, done);
      };
      void receive();
    },
  });
  server.on('error', () => {}); // the tests make clients disconnect
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  const address = server.server.address() as AddressInfo; // a listening TCP server has an address
  return {
    port: address.port,
    received,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

/** Returns the source of a mail with its quoted-printable parts decoded. */
export function contentOf({ source }: ReceivedMail): string {
  return source
    .replaceAll(/=\r\n/g, '')
    .replaceAll(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)));
}
