import { createServer, type Server } from 'node:http';
import type { Http2SecureServer } from 'node:http2';
import type { AddressInfo, Socket } from 'node:net';
import { startError } from '../startError.ts';
import {
  HEADERS_MILLISECONDS,
  IDLE_MILLISECONDS,
  MAX_HEADER_BYTES,
  REQUEST_MILLISECONDS,
  type Handler,
  type SiteRequest,
  type SiteResponse,
} from './handler.ts';
import { refuse, respondText } from './respond.ts';
import { readTarget } from './target.ts';
import { createSecure, type Certificate } from './secureServer.ts';

const CLOSE_TIMEOUT_MILLISECONDS = 2000;

export type Listening = Awaited<ReturnType<typeof listen>>;

interface ListenOptions {
  certificate?: Certificate | undefined;
  /** The environment variable that sets the port, for error messages. */
  setting?: string;
}

/** Listens on a port: HTTP/2 over TLS with a certificate, otherwise HTTP/1.1. Rejects with a StartError. */
export async function listen(
  port: number,
  host: string,
  { certificate, setting = 'PORT' }: ListenOptions = {},
) {
  // Retry-After is for programs; Refresh makes browsers reload by themselves.
  const retryHeaders = { 'Retry-After': '1', Refresh: '1' };
  let handle: Handler = (request, response) =>
    respondText(request, response, 503, 'Better Space is starting', retryHeaders);
  const handleRequest = (request: SiteRequest, response: SiteResponse): void => {
    const target = readTarget(request);
    if (target === null) refuse(request, response, 400, 'Bad request');
    else handle(request, response, target);
  };
  const server = certificate
    ? createSecure(certificate, handleRequest)
    : createServer(
        {
          requestTimeout: REQUEST_MILLISECONDS,
          headersTimeout: HEADERS_MILLISECONDS,
          keepAliveTimeout: IDLE_MILLISECONDS,
          maxHeaderSize: MAX_HEADER_BYTES,
        },
        handleRequest,
      );
  const endConnections = trackConnections(server);

  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(describeListenError(error, port, host, setting)));
    server.listen(port, host, resolve);
  });
  // The address of a listening TCP server is never a string or null.
  const { port: takenPort } = server.address() as AddressInfo;

  return {
    origin: `${certificate ? 'https' : 'http'}://${addressFor(host)}:${takenPort}`,
    /** Sets the handler. Until then every request gets a 503 that asks to retry in a second. */
    setHandler: (handler: Handler) => void (handle = handler),
    /** Stops accepting requests, gives running ones two seconds to finish, then closes every connection. */
    close: (): Promise<void> =>
      new Promise((resolve) => {
        const closeTimeout = setTimeout(endConnections, CLOSE_TIMEOUT_MILLISECONDS);
        server.close(() => {
          clearTimeout(closeTimeout);
          resolve();
        });
      }),
  };
}

/** Returns a function that closes every connection immediately, whatever its protocol. */
function trackConnections(server: Server | Http2SecureServer): () => void {
  const open = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  return () => open.forEach((socket) => socket.destroy());
}

function addressFor(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

function describeListenError(error: Error, port: number, host: string, setting: string): Error {
  const code = 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') {
    return startError(
      `Port ${port} is already in use. Stop the program that uses it, or set ${setting} to another port.`,
      error,
    );
  }
  if (code === 'EACCES') {
    return startError(
      `Port ${port} may not be used by this account. Set ${setting} to one above 1023.`,
      error,
    );
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return startError(
      `This machine has no address ${host} to listen on. Correct HOST or leave it out.`,
      error,
    );
  }
  return startError(`Could not listen on port ${port}: ${error.message}.`, error);
}
