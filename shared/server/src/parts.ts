import type { Hono } from 'hono';
import type { Limits } from './gateway/limits.ts';
import type { Client } from './http/client.ts';
import type { Env } from './http/respond.ts';
import type { Outbox } from './outbox.ts';

/** What a server has with both kinds of backend. */
export interface SiteParts {
  /** Of tokens, uploads and, with the embedded backend, the database. */
  dataDir: string;
  /** Absent: only the API and the operator's pages. */
  store: string | undefined;
  /** Where users open the site, without a slash at the end. */
  siteUrl: string;
  operatorOrigin: string;
  operateToken: string | undefined;
  limits: Limits;
  client: Client;
  /** For the operator: each mail, each halted canary. */
  log: (line: string) => void;
  /** One line each, without user data. */
  reportFault: (line: string) => void;
}

/** What a server has of its backend. */
export interface BackendParts {
  supabaseUrl: string;
  publishableKey: string;
  apiUrl: string;
  fetch: (request: Request) => Promise<Response>;
  /** Absent with a hosted project, like the outbox. */
  api?: Hono<Env>;
  outbox?: Outbox;
  checkBackend: () => Promise<unknown>;
}
