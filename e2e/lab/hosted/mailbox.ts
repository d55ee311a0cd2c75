import { readFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type Socket } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';
import { ROOT } from '@space/release';

export type Mailbox = Awaited<ReturnType<typeof openMailbox>>;

/**
 * Starts a mail server on a port of this machine, and on the next port a web server for the templates of `supabase/`, which a
 * project gets by `supabase config push`. The mail server accepts every mail and keeps it.
 */
export async function openMailbox(port: number) {
  const mails: { to: string; text: string }[] = [];
  const server = createServer((socket) => receive(socket, (to, text) => mails.push({ to, text })));
  const templates = createHttpServer((request, response) => {
    const [name = ''] = /\w+\.html$/.exec(request.url ?? '') ?? [];
    response.setHeader('Content-Type', 'text/html');
    response.end(readFileSync(join(ROOT, 'supabase/templates', name)));
  });
  server.listen(port, '127.0.0.1');
  templates.listen(port + 1, '127.0.0.1');
  await Promise.all([once(server, 'listening'), once(templates, 'listening')]);
  return {
    /** The path of the link in the latest mail to an address; '' if there is none. */
    path(email: string): string {
      const text = mails.findLast(({ to }) => to === email)?.text ?? '';
      const [link = ''] = /http[^"\s]+token_hash[^"\s]+/.exec(readable(text)) ?? [];
      const url = link === '' ? null : new URL(link.replaceAll('&amp;', '&'));
      return url ? url.pathname + url.search : '';
    },
    count: (email: string): number => mails.filter(({ to }) => to === email).length,
    close() {
      server.close();
      templates.close();
    },
  };
}

/** Undoes quoted-printable: '=3D' is a character, and '=' at the end of a line continues it. */
function readable(text: string): string {
  return text
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

/** Speaks as much SMTP as a sender needs. */
function receive(socket: Socket, keep: (to: string, text: string) => void): void {
  let received = '';
  let to = '';
  let isData = false;
  const say = (line: string) => void socket.write(`${line}\r\n`);
  say('220 mailbox');
  socket.on('error', () => {});
  socket.on('data', (chunk: Buffer) => {
    received += chunk.toString();
    for (;;) {
      const end = received.indexOf(isData ? '\r\n.\r\n' : '\r\n');
      if (end < 0) return;
      const text = received.slice(0, end);
      received = received.slice(end + (isData ? 5 : 2));
      if (isData) keep(to, text);
      else to = /^RCPT TO:<(.+)>/i.exec(text)?.[1] ?? to;
      isData = !isData && text.toUpperCase() === 'DATA';
      if (text.toUpperCase() === 'QUIT') socket.end('221 Bye\r\n');
      else say(isData ? '354 Go on' : '250 OK');
    }
  });
}
