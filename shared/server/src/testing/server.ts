import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { startServer, type Server, type ServerOptions } from '../server.ts';
import { copyTemplate, makeScratch, type ServerProcess } from './process.ts';

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

/** For each task the states that it may be in: completed or not, or null for no such task. */
type Tasks = Map<string, (boolean | null)[]>;

/** Adds tasks and completes or deletes them, until a change is not acknowledged. Calls `onChange` for each that is. */
async function write(client: SupabaseClient, tasks: Tasks, onChange: () => void): Promise<void> {
  for (;;) {
    const id = randomUUID();
    tasks.set(id, [null, false]);
    const added = await client.from('tasks').insert({ id, title: 'Plan', task_date: '2026-11-20' });
    // A retry after a lost response finds that the task already exists.
    if (added.error && added.error.code !== '23505') return;
    onChange();
    const next = tasks.size % 2 === 0 ? true : null;
    tasks.set(id, [false, next]);
    const change = client.from('tasks');
    const { error } = await (next ? change.update({ completed: true }) : change.delete()).eq('id', id);
    if (error) return;
    tasks.set(id, [next]);
    onChange();
  }
}

/**
 * Kills a server again and again (`kill -9`) while four writers change tasks, and compares what it then has with what it
 * acknowledged. Takes a function that starts it, the number of kills, and that of acknowledged changes before each.
 *
 * Returns the number of acknowledged changes, and a sentence for each that is missing or wrong.
 */
export async function killUnderLoad(options: {
  start: () => Promise<ServerProcess>;
  kills: number;
  changes: number;
  log?: (line: string) => void;
}): Promise<{ acknowledged: number; faults: string[] }> {
  const { start, kills, changes, log = () => {} } = options;
  const password = 'Passw0rd!';
  const writers = new Map<string, Tasks>();
  const faults: string[] = [];
  let acknowledged = 0;
  for (let killed = 0; ; killed += 1) {
    const server = await start();
    const client = createTestClient(server.origin, server.publishableKey);
    for (const [email, tasks] of killed === kills ? writers : [...writers].slice(-1)) {
      const { error } = await client.auth.signInWithPassword({ email, password });
      if (error) faults.push(`after kill ${killed}, ${email} cannot sign in: ${error.message}`);
      const { data } = await client.from('tasks').select('id, completed').throwOnError();
      const found = new Map(data.map((row) => [String(row.id), Boolean(row.completed)]));
      for (const [id, states] of tasks)
        if (!states.includes(found.get(id) ?? null))
          faults.push(`after kill ${killed}, ${id} is ${found.get(id)}, not ${states.join(' or ')}`);
    }
    if (killed > 0) log(`${killed} of ${kills}: ${acknowledged} changes acknowledged, ${faults.length} lost`);
    if (killed === kills) {
      await server.kill();
      return { acknowledged, faults };
    }
    const [email, tasks] = [`${randomUUID()}@example.com`, new Map() as Tasks];
    writers.set(email, tasks);
    const { error } = await client.auth.signUp({ email, password });
    if (error) throw error;
    const target = acknowledged + changes;
    const { promise: enough, resolve } = Promise.withResolvers<void>();
    const count = () => {
      acknowledged += 1;
      if (acknowledged >= target) resolve();
    };
    const all = Promise.all([1, 2, 3, 4].map(() => write(client, tasks, count)));
    await Promise.race([enough, all]);
    if (acknowledged < target) faults.push(`a change was refused before kill ${killed + 1}`);
    await server.kill('SIGKILL');
    await all;
  }
}
