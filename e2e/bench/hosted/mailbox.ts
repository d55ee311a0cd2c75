import { readFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { ROOT } from '@space/release';

/**
 * Starts a mail server on a port of this machine, which keeps every mail, and on the next port a web server for the templates of
 * `supabase/`, which a project gets by `supabase config push`. Returns the path of the link in the latest mail to an address, or ''.
 */
export function openMailbox(port: number): (email: string) => string {
  const links = new Map<string, string>();
  createServer((socket) => receive(socket, (to, text) => links.set(to, linkIn(text)))).listen(
    port,
    '127.0.0.1',
  );
  createHttpServer((request, response) => {
    const [name = ''] = /\w+\.html$/.exec(request.url ?? '') ?? [];
    response.setHeader('Content-Type', 'text/html');
    response.end(readFileSync(join(ROOT, 'supabase/templates', name)));
  }).listen(port + 1, '127.0.0.1');
  return (email) => links.get(email) ?? '';
}

/** The path of the link in a mail. In quoted-printable '=3D' is a character, and '=' at the end of a line continues it. */
function linkIn(mail: string): string {
  const text = mail
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  const [link = 'http:/'] = /http[^"\s]+token_hash[^"\s]+/.exec(text) ?? [];
  const { pathname, search } = new URL(link.replaceAll('&amp;', '&'));
  return pathname + search;
}

/** Speaks as much SMTP as a sender needs. */
function receive(socket: Socket, keep: (to: string, text: string) => void): void {
  let [received, to, isData] = ['', '', false];
  socket.on('error', () => {});
  socket.write('220 mailbox\r\n');
  socket.on('data', (chunk: Buffer) => {
    received += chunk.toString();
    for (;;) {
      const mark = isData ? '\r\n.\r\n' : '\r\n';
      const [text = '', ...rest] = received.split(mark);
      if (rest.length === 0) return;
      received = rest.join(mark);
      if (isData) keep(to, text);
      to = /^RCPT TO:<(.+)>/i.exec(text)?.[1] ?? to;
      isData = !isData && text.toUpperCase() === 'DATA';
      if (text.toUpperCase() === 'QUIT') socket.end('221 Bye\r\n');
      else socket.write(isData ? '354 Go on\r\n' : '250 OK\r\n');
    }
  });
}
