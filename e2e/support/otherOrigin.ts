import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { listening } from './listening.ts';
import type { Listening } from './listening.ts';

const TYPES: Record<string, string> = {
  js: 'text/javascript',
  css: 'text/css',
  json: 'application/json',
  woff2: 'font/woff2',
};

/** A server on another port: another origin, on the same machine. */
export interface OtherOrigin extends Listening {
  /** The path of every request that has reached it. */
  reached: string[];
}

interface Options {
  /** What it serves, for every site that asks. Absent: nothing. */
  folder?: string;
  /** Changes the text of a script on its way. */
  change?: (text: string) => string;
  /** Where it sends everybody who asks for the entry. */
  redirectTo?: string;
}

/** Starts a server of plain files on a free port. */
export async function startOtherOrigin({ folder, change, redirectTo }: Options = {}): Promise<OtherOrigin> {
  const reached: string[] = [];
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://other');
    reached.push(pathname);
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
    if (redirectTo !== undefined && pathname.endsWith('remoteEntry.js')) {
      response.writeHead(302, { Location: redirectTo }).end();
      return;
    }
    try {
      if (folder === undefined) throw new Error('nothing is served');
      const bytes = readFileSync(join(folder, pathname));
      const ending = pathname.split('.').at(-1) ?? '';
      response.setHeader('Content-Type', TYPES[ending] ?? 'application/octet-stream');
      response.end(ending === 'js' && change ? change(bytes.toString()) : bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  return { ...(await listening(server)), reached };
}
