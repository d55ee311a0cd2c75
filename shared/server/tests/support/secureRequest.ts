import { connect, type ClientHttp2Session, type IncomingHttpHeaders } from 'node:http2';
import type { Certificate } from '../../src/index.ts';

export interface SecureAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface SecureClient {
  session: ClientHttp2Session;
  ask(
    path: string,
    options?: { method?: string; headers?: Record<string, string>; body?: string },
  ): Promise<SecureAnswer>;
  close(): void;
}

/** One HTTP/2 connection to a server on this machine, as a browser would keep it open. */
export function connectTo(origin: string, { cert }: Certificate): SecureClient {
  const session = connect(origin, { ca: cert });
  return {
    session,
    ask: (path, { method = 'GET', headers = {}, body } = {}) =>
      new Promise((resolve, reject) => {
        const stream = session.request(
          { ':path': path, ':method': method, ...headers },
          { endStream: body === undefined },
        );
        const chunks: Buffer[] = [];
        let answered: IncomingHttpHeaders = {};
        stream.on('response', (received) => (answered = received));
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('error', reject);
        stream.on('end', () => {
          // A stream whose request the server did not want to the end would stay open here.
          stream.close();
          resolve({
            status: Number(answered[':status']),
            headers: answered,
            body: Buffer.concat(chunks).toString(),
          });
        });
        if (body !== undefined) stream.end(body);
      }),
    close: () => session.close(),
  };
}
