import { createServer, type Server } from 'node:http';
import type { Http2SecureServer } from 'node:http2';
import { Server as TcpServer, type AddressInfo, type Socket } from 'node:net';
import { startError } from '../startError.ts';
import {
  HEADERS_MILLISECONDS,
  IDLE_MILLISECONDS,
  MOST_HEADERS,
  REQUEST_MILLISECONDS,
  type Handler,
  type SiteRequest,
  type SiteResponse,
} from './handler.ts';
import { refuse, respondText } from './respond.ts';
import { readTarget } from './target.ts';
import { createSecure, type Certificate } from './secureServer.ts';

const PATIENCE_MILLISECONDS = 2000;
/** A proxy of the same house sends a request at once on a connection that it has opened. */
const LINGER_MILLISECONDS = 200;

export type Listening = Awaited<ReturnType<typeof listen>>;

interface ListenOptions {
  certificate?: Certificate | undefined;
  /** The variable that names the port. */
  setting?: string;
  /**
   * Waits at its end for what is on its way. Node ends a connection that has brought no request yet, and the proxy that sends one at
   * that moment would have to tell a person that it failed.
   */
  lingers?: boolean;
}

/** Takes the port: with a certificate HTTP/2 over TLS, else HTTP/1.1. */
export async function listen(
  port: number,
  host: string,
  { certificate, setting = 'PORT', lingers = false }: ListenOptions = {},
) {
  // The one is for programs, the other for browsers, which then ask again without a press.
  const again = { 'Retry-After': '1', Refresh: '1' };
  let handle: Handler = (request, response) =>
    respondText(request, response, 503, 'Better Space is starting', again);
  const answer = (request: SiteRequest, response: SiteResponse): void => {
    const target = readTarget(request);
    if (target === null) refuse(request, response, 400, 'Bad request');
    else handle(request, response, target);
  };
  const server = certificate
    ? createSecure(certificate, answer)
    : createServer(
        {
          requestTimeout: REQUEST_MILLISECONDS,
          headersTimeout: HEADERS_MILLISECONDS,
          keepAliveTimeout: IDLE_MILLISECONDS,
          maxHeaderSize: MOST_HEADERS,
        },
        answer,
      );
  const endConnections = trackConnections(server);

  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(describeListenError(error, port, host, setting)));
    server.listen(port, host, resolve);
  });
  // A TCP server's address is never a string or null once it listens.
  const { port: takenPort } = server.address() as AddressInfo;

  return {
    origin: `${certificate ? 'https' : 'http'}://${addressFor(host)}:${takenPort}`,
    /** Starts answering. Until then every request is told to come back in a second. */
    answerWith: (handler: Handler) => void (handle = handler),
    /** Stops taking requests, lets running ones finish for a moment, then ends every connection. */
    close: (): Promise<void> =>
      new Promise((resolve) => {
        const impatience = setTimeout(endConnections, PATIENCE_MILLISECONDS);
        const isLingering = lingers && 'closeIdleConnections' in server;
        const ending = isLingering
          ? setInterval(() => server.closeIdleConnections(), LINGER_MILLISECONDS)
          : undefined;
        const isClosed = () => {
          clearTimeout(impatience);
          clearInterval(ending);
          resolve();
        };
        if (isLingering) TcpServer.prototype.close.call(server, isClosed);
        else server.close(isClosed);
      }),
  };
}

/** Returns what ends every connection at once, whatever it speaks. */
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
