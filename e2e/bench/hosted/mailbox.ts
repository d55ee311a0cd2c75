import { readFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { ROOT } from '@space/release';

/** The path of a link with its query; '' if there is no link. */
export function pathOf(link = 'http://none'): string {
  const { pathname, search } = new URL(link);
  return search && pathname + search;
}

/** The path of the link in a mail. In quoted-printable '=3D' is a character, and '=' at the end of a line continues it. */
function linkIn(mail: string): string {
  const text = mail
    .replaceAll(/=\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  return pathOf(/http[^"\s]+token_hash[^"\s]+/.exec(text)?.[0].replaceAll('&amp;', '&'));
}

/**
 * Starts a mail server on a port of this machine, which keeps every mail, and on the next port a web server for the templates of
 * `supabase/`, which a project gets by `supabase config push`. Returns the path of the link in the latest mail to an address, or ''.
 */
export function openMailbox(port: number): (email: string) => string {
  const links = new Map<string, string>();
  // As much SMTP as a sender needs.
  const mails = createServer((socket) => {
    let to = '';
    let mail: string[] | null = null;
    socket.on('error', () => {}).write('220 mailbox\r\n');
    createInterface({ input: socket }).on('line', (line) => {
      if (mail !== null && line !== '.') return void mail.push(line);
      if (mail !== null) links.set(to, linkIn(mail.join('\n')));
      to = /^RCPT TO:<(.+)>/i.exec(line)?.[1] ?? to;
      mail = line.toUpperCase() === 'DATA' ? [] : null;
      if (line.toUpperCase() === 'QUIT') return void socket.end('221 Bye\r\n');
      return void socket.write(mail ? '354 Go on\r\n' : '250 OK\r\n');
    });
  });
  const templates = createHttpServer(({ url = '' }, response) => {
    response.setHeader('Content-Type', 'text/html');
    response.end(readFileSync(join(ROOT, 'supabase/templates', basename(url))));
  });
  mails.listen(port, '127.0.0.1');
  templates.listen(port + 1, '127.0.0.1');
  return (email) => links.get(email) ?? '';
}
