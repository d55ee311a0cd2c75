import { request as askPlainly } from 'node:http';
import { connect } from 'node:http2';
import type { IncomingHttpHeaders } from 'node:http2';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  /** Unpacked. */
  body: Buffer;
}

/** Asks a host on this machine as a browser does: over HTTP/2 where it speaks TLS, by any certificate. */
export async function ask(
  origin: string,
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<Answer> {
  const sent = { 'accept-encoding': 'br, gzip', accept: 'text/html,*/*;q=0.8', ...headers };
  const answer = await (origin.startsWith('https:') ? askSecurely : askOpenly)(origin, path, sent, method);
  const encoding = answer.headers['content-encoding'];
  if (answer.body.length === 0 || encoding === undefined) return answer;
  const unpack = encoding === 'br' ? brotliDecompressSync : gunzipSync;
  return { ...answer, body: unpack(answer.body) };
}

function askSecurely(
  origin: string,
  path: string,
  headers: Record<string, string>,
  method: string,
): Promise<Answer> {
  const session = connect(origin, { rejectUnauthorized: false });
  return new Promise<Answer>((resolve, reject) => {
    session.on('error', reject);
    const stream = session.request({ ':path': path, ':method': method, ...headers });
    const chunks: Buffer[] = [];
    let received: IncomingHttpHeaders = {};
    stream.on('response', (one) => (received = one));
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.on('error', reject);
    stream.on('end', () =>
      resolve({ status: Number(received[':status']), headers: received, body: Buffer.concat(chunks) }),
    );
  }).finally(() => session.close());
}

function askOpenly(
  origin: string,
  path: string,
  headers: Record<string, string>,
  method: string,
): Promise<Answer> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    askPlainly({ hostname, port, path, method, headers, agent: false }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('error', reject);
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks) }),
      );
    })
      .on('error', reject)
      .end();
  });
}
