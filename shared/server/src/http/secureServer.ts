import { constants, createSecureServer, type Http2SecureServer } from 'node:http2';
import { STRICT_TRANSPORT } from '@space/store';
import { startError } from '../startError.ts';
import {
  HEADERS_MILLISECONDS,
  IDLE_MILLISECONDS,
  MAX_HEADER_BYTES,
  MAX_STREAMS,
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
 * Creates a server for HTTP/2 over TLS, with HTTP/1.1 as a fallback. Throws a StartError for an invalid certificate or key.
 * It sends Strict-Transport-Security (RFC 6797), but not on `localhost`, which all programs on a machine share.
 */
export function createSecure(
  certificate: Certificate,
  handle: (request: SiteRequest, response: SiteResponse) => void,
): Http2SecureServer {
  const server = secureServer(certificate);
  server.on('request', (request, response) => {
    // RFC 9113, 8.3.1: if both are sent, the pseudo header takes precedence.
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
      settings: { maxConcurrentStreams: MAX_STREAMS, maxHeaderListSize: MAX_HEADER_BYTES },
      // A client that opens streams only to reset them is disconnected (CVE-2023-44487).
      streamResetBurst: 200,
      streamResetRate: 50,
    });
    // For HTTP/1.1 over TLS. Node's types lack these options.
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
