import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { startServer, type ServerOptions } from '../server.ts';
import { copyTemplate, createTestClient, makeScratch } from './process.ts';

export { ENDPOINTS } from '../gateway/endpoints.ts';
export * from './process.ts';

/** The lowest bcrypt cost that lite allows: with the default a sign-in takes a tenth of a second. */
process.env['LITE_AUTH_BCRYPT_COST'] ??= '4';

export type TestServer = Awaited<ReturnType<typeof startTestServer>>;
export type TestUser = Awaited<ReturnType<TestServer['signUp']>>;

/** Starts the real server on a free port with an empty database, which `close` deletes unless a `dataDir` was given. */
export async function startTestServer(options: Partial<ServerOptions> = {}) {
  const dataDir = options.dataDir ?? makeScratch('space-server-');
  if (options.dataDir === undefined) await copyTemplate(dataDir);
  const server = await startServer({ limits: false, ...options, dataDir });
  const anonymous = () => createTestClient(server.origin, server.publishableKey);
  return {
    ...server,
    ...{ dataDir, anonymous },
    /** Creates an account and signs in; confirms the address by the mailed link if the server requires it. */
    async signUp(email = `${randomUUID()}@example.com`, password = 'Passw0rd!') {
      const client = anonymous();
      const { error } = await client.auth.signUp({ email, password });
      if (error) throw error;
      const token_hash = server.outbox.latest(email)?.link?.match(/[0-9a-f]{64}/)?.[0];
      if (token_hash) await client.auth.verifyOtp({ token_hash, type: 'signup' });
      const { session } = (await client.auth.getSession()).data;
      if (session === null) throw new Error(`${email} is not signed in`);
      const { access_token: token, refresh_token: refresh, user } = session;
      return { id: user.id, email, password, client, token, refresh };
    },
    async close() {
      await server.close();
      if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
