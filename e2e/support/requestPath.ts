import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

export interface HttpResponse {
  status: number;
  headers: IncomingHttpHeaders;
  /** Decompressed. */
  body: Buffer;
}

/** Requests a path from a host on this machine, exactly as it is written; over TLS it accepts any certificate. */
export async function requestPath(
  origin: string,
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<HttpResponse> {
  const { hostname, port } = new URL(origin);
  const merged = { 'accept-encoding': 'br, gzip', accept: 'text/html,*/*;q=0.8', ...headers };
  const options = { hostname, port, path, method, headers: merged, agent: false, rejectUnauthorized: false };
  const compressed = await new Promise<HttpResponse>((resolve, reject) => {
    const request = (origin.startsWith('https:') ? httpsRequest : httpRequest)(options, (response) => {
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
  const encoding = compressed.headers['content-encoding'];
  if (compressed.body.length === 0 || encoding === undefined) return compressed;
  const decompress = encoding === 'br' ? brotliDecompressSync : gunzipSync;
  return { ...compressed, body: decompress(compressed.body) };
}
