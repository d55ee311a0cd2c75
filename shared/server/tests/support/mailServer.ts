import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** What a mail server took. */
export interface TakenMail {
  from: string;
  to: string[];
  /** As it came: headers, then both parts. */
  source: string;
}

/** What a mail server says to a command; null: it takes it. */
export type Answer = { code: number; text: string } | null | Promise<null>;

/** Starts a real mail server on this machine. Takes what it says to recipients and mails, further options, and its port. */
export async function startMailServer(
  answers: { onRecipient?: (to: string) => Answer; onMail?: () => Answer } = {},
  options: SMTPServerOptions = {},
  port = 0,
) {
  const taken: TakenMail[] = [];
  const say = async (answer: Answer | undefined, done: (error?: Error | null) => void) => {
    const said = await answer;
    done(said ? Object.assign(new Error(said.text), { responseCode: said.code }) : null);
  };
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    closeTimeout: 1,
    disableReverseLookup: true,
    ...options,
    onRcptTo: ({ address }, _session, done) => void say(answers.onRecipient?.(address), done),
    onData(stream, { envelope }, done) {
      const take = async () => {
        const source = await text(stream);
        const answer = await answers.onMail?.();
        const { mailFrom, rcptTo } = envelope;
        const from = mailFrom ? mailFrom.address : '';
        if (!answer) taken.push({ from, to: rcptTo.map(({ address }) => address), source });
        await say(answer, done);
      };
      void take();
    },
  });
  server.on('error', () => {}); // a client that went: what the tests are about
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  const address = server.server.address() as AddressInfo; // a TCP server that listens has one
  return {
    port: address.port,
    taken,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

/** What a mail says, its quoted-printable parts read. */
export function contentOf({ source }: TakenMail): string {
  return source
    .replaceAll(/=\r\n/g, '')
    .replaceAll(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)));
}
