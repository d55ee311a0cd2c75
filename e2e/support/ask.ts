import { request as askOpenly, type IncomingHttpHeaders } from 'node:http';
import { request as askSecurely } from 'node:https';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  /** Unpacked. */
  body: Buffer;
}

/** Asks a host on this machine for a path exactly as it is written; over TLS by any certificate. */
export async function ask(
  origin: string,
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<Answer> {
  const { hostname, port } = new URL(origin);
  const sent = { 'accept-encoding': 'br, gzip', accept: 'text/html,*/*;q=0.8', ...headers };
  const options = { hostname, port, path, method, headers: sent, agent: false, rejectUnauthorized: false };
  const answer = await new Promise<Answer>((resolve, reject) => {
    const request = (origin.startsWith('https:') ? askSecurely : askOpenly)(options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks),
        }),
      );
    });
    request.on('error', reject).end();
  });
  const encoding = answer.headers['content-encoding'];
  if (answer.body.length === 0 || encoding === undefined) return answer;
  const unpack = encoding === 'br' ? brotliDecompressSync : gunzipSync;
  return { ...answer, body: unpack(answer.body) };
}
