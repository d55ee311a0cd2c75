import { readFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { ROOT } from '@space/release';

/** The link in a mail. In quoted-printable '=3D' is '=', and '=' at the end of a line continues it. */
function linkIn(mail: string): string | undefined {
  const text = mail.replaceAll('=\n', '').replaceAll('=3D', '=').replaceAll('&amp;', '&');
  return /http[^"\s]+token_hash[^"\s]+/.exec(text)?.[0];
}

/**
 * Starts a mail server on a port of this machine, which keeps the link of every mail, and on the next port a web server for the
 * templates of `supabase/`, which a project gets by `supabase config push`. Returns the latest link to an address.
 */
export function openMailbox(port: number): (email: string) => string | undefined {
  const links = new Map<string, string | undefined>();
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
  return (email) => links.get(email);
}
