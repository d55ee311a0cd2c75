import { constants, createSecureServer, type Http2SecureServer } from 'node:http2';
import { STRICT_TRANSPORT } from '@space/store';
import { startError } from '../startError.ts';
import {
  HEADERS_MILLISECONDS,
  IDLE_MILLISECONDS,
  MOST_HEADERS,
  MOST_STREAMS,
  REQUEST_MILLISECONDS,
  type SiteRequest,
  type SiteResponse,
} from './handler.ts';
import { isLocalName } from './loopback.ts';

/** A certificate (with the chain to its issuer) and its key, in PEM. */
export interface Certificate {
  cert: string | Buffer;
  key: string | Buffer;
}

/**
 * Speaks HTTP/2 over TLS, and HTTP/1.1 to other clients. Throws a StartError for a certificate or key that is invalid.
 * Browsers are told to use TLS alone (RFC 6797), but not on `localhost`, which belongs to every program on a machine.
 */
export function createSecure(
  certificate: Certificate,
  handle: (request: SiteRequest, response: SiteResponse) => void,
): Http2SecureServer {
  const server = secureServer(certificate);
  server.on('request', (request, response) => {
    // RFC 9113, 8.3.1: where both are sent, the pseudo header is what counts.
    const host = request.headers[':authority'] ?? request.headers.host ?? '';
    request.headers.host = host;
    if (!isLocalName(host)) response.setHeader('Strict-Transport-Security', STRICT_TRANSPORT);
    handle(request, response);
  });
  server.on('stream', (stream) =>
    stream.setTimeout(REQUEST_MILLISECONDS, () => stream.close(constants.NGHTTP2_CANCEL)),
  );
  server.on('session', (session) => session.setTimeout(IDLE_MILLISECONDS, () => session.close()));
  return server;
}

function secureServer({ cert, key }: Certificate): Http2SecureServer {
  try {
    const server = createSecureServer({
      cert,
      key,
      allowHTTP1: true,
      settings: { maxConcurrentStreams: MOST_STREAMS, maxHeaderListSize: MOST_HEADERS },
      // A client that opens streams only to reset them is disconnected (CVE-2023-44487).
      streamResetBurst: 200,
      streamResetRate: 50,
    });
    // Of HTTP/1.1 over TLS. The types of Node leave them out.
    return Object.assign(server, {
      requestTimeout: REQUEST_MILLISECONDS,
      headersTimeout: HEADERS_MILLISECONDS,
      keepAliveTimeout: IDLE_MILLISECONDS,
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw startError(`The certificate and its key cannot be used: ${reason}.`, error);
  }
}
