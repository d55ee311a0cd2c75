import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { startServer, type Server, type ServerOptions } from '../server.ts';
import { makeScratch } from './scratch.ts';
import { copyTemplate } from './template.ts';

/** The lowest bcrypt cost that lite allows: with the default a sign-in takes a tenth of a second. */
process.env['LITE_AUTH_BCRYPT_COST'] ??= '4';

export interface TestUser {
  id: string;
  email: string;
  password: string;
  /** Signed in as this user; its session is not stored. */
  client: SupabaseClient;
}

export interface TestServer extends Server {
  dataDir: string;
  anonymous(): SupabaseClient;
  /** Creates an account and signs in; confirms the address by the mailed link if the server requires it. */
  signUp(email?: string, password?: string): Promise<TestUser>;
}

/**
 * Starts the real server on a free port with an empty database, which `close` deletes unless a `dataDir` was given.
 * `pastGateway`: clients query rows without the gateway, to test what the database itself refuses.
 */
export async function startTestServer({
  pastGateway = false,
  ...options
}: Partial<ServerOptions> & { pastGateway?: boolean } = {}): Promise<TestServer> {
  const dataDir = options.dataDir ?? makeScratch('space-server-');
  const discard = () => {
    if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    if (options.dataDir === undefined) await copyTemplate(dataDir);
    const server = await startServer({
      limits: false,
      ...options,
      dataDir,
    });
    return {
      ...server,
      ...createAccounts(server, pastGateway),
      dataDir,
      async close() {
        await server.close();
        discard();
      },
    };
  } catch (error) {
    discard();
    throw error;
  }
}

/** A client that stores nothing and starts no timers. */
export function createTestClient(
  origin: string,
  key: string,
  customFetch: typeof globalThis.fetch = globalThis.fetch,
): SupabaseClient {
  return createClient(origin, key, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: { fetch: customFetch },
  });
}

function createAccounts(server: Server, pastGateway: boolean): Pick<TestServer, 'anonymous' | 'signUp'> {
  const fetchPastGateway: typeof globalThis.fetch = (input, init) => {
    const request = new Request(input, init);
    return new URL(request.url).pathname.startsWith('/rest/v1/') ? server.library(request) : fetch(request);
  };
  const customFetch = pastGateway ? fetchPastGateway : undefined;
  const anonymous = () => createTestClient(server.origin, server.publishableKey, customFetch);
  return {
    anonymous,
    async signUp(email = `${randomUUID()}@example.com`, password = 'Passw0rd!') {
      const client = anonymous();
      const { data, error } = await client.auth.signUp({ email, password });
      if (error) throw error;
      if (!data.user) throw new Error(`The sign-up of ${email} answered without a user`);
      const id = data.session ? data.user.id : await confirm(client, server.outbox.latest(email)?.link);
      return { id, email, password, client };
    },
  };
}

/** Redeems a confirmation link. Returns the user's id, which an unconfirmed sign-up does not reveal. */
async function confirm(client: SupabaseClient, link: string | null | undefined): Promise<string> {
  const tokenHash = link ? new URL(link).searchParams.get('token_hash') : null;
  if (!tokenHash) throw new Error('No confirmation link arrived in the outbox');
  const { data, error } = await client.auth.verifyOtp({ token_hash: tokenHash, type: 'signup' });
  if (error) throw error;
  return data.user?.id ?? '';
}
