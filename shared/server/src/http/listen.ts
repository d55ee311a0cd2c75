import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startError } from '../startError.ts';
import { respondText } from './respond.ts';
import type { Handler } from './site.ts';

export interface Listening {
  origin: string;
  /** Starts answering. Until then every request is told to come back in a second. */
  answerWith(handler: Handler): void;
  /** Stops taking requests, lets running ones finish for a moment, then ends every connection. */
  close(): Promise<void>;
}

const PATIENCE_MILLISECONDS = 2000;

/** Takes the port (0: any free one) before anything else is started. Throws a StartError when it cannot. */
export async function listen(port: number, host: string): Promise<Listening> {
  let handle: Handler = (request, response) =>
    respondText(request, response, 503, 'Better Space is starting', { 'Retry-After': '1' });
  const server = createServer((request: IncomingMessage, response: ServerResponse) =>
    handle(request, response),
  );
  server.requestTimeout = 30_000;

  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(describeListenError(error, port, host)));
    server.listen(port, host, resolve);
  });
  // A TCP server's address is never a string or null once it listens.
  const { port: takenPort } = server.address() as AddressInfo;

  return {
    origin: `http://${addressFor(host)}:${takenPort}`,
    answerWith: (handler) => (handle = handler),
    close: () =>
      new Promise((resolve) => {
        const impatience = setTimeout(() => server.closeAllConnections(), PATIENCE_MILLISECONDS);
        server.close(() => {
          clearTimeout(impatience);
          resolve();
        });
      }),
  };
}

function addressFor(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

function describeListenError(error: Error, port: number, host: string): Error {
  const code = 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') {
    return startError(
      `Port ${port} is already in use. Stop the program that uses it, or set PORT to another port.`,
      error,
    );
  }
  if (code === 'EACCES') {
    return startError(`Port ${port} may not be used by this account. Set PORT to one above 1023.`, error);
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return startError(
      `This machine has no address ${host} to listen on. Correct HOST or leave it out.`,
      error,
    );
  }
  return startError(`Could not listen on port ${port}: ${error.message}.`, error);
}
