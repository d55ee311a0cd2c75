import type { Hono } from 'hono';
import type { Limits } from './gateway/limits.ts';
import type { Client } from './http/client.ts';
import type { Env } from './http/respond.ts';
import type { Outbox } from './outbox.ts';

/** What a server has with both kinds of backend. */
export interface SiteParts {
  /** The folder of tokens, uploads and, with the embedded backend, the database. */
  dataDir: string;
  /** The store to serve. Absent: only the API and the operator's pages, for development and tests. */
  store: string | undefined;
  /** The address at which users open the site, without a slash at the end. */
  siteUrl: string;
  operatorOrigin: string;
  operateToken: string | undefined;
  limits: Limits;
  client: Client;
  /** Logs lines for the operator: each mail, each halted canary. */
  log: (line: string) => void;
  /** Logs errors, one line each, without user data. */
  reportFault: (line: string) => void;
}

/** What a server has of its backend. */
export interface BackendParts {
  /** The API's address for browsers. Like the key it is part of every page. */
  supabaseUrl: string;
  publishableKey: string;
  /** The API's address for this server, and how it is asked. */
  apiUrl: string;
  fetch: (request: Request) => Promise<Response>;
  /** Additional origins that pages may connect to. */
  connectSources?: readonly string[];
  /** The gateway of /auth/v1 and /rest/v1; absent with a hosted project, like the outbox. */
  api?: Hono<Env>;
  outbox?: Outbox;
  /** Rejects if the backend does not respond. */
  checkBackend: () => Promise<unknown>;
}
