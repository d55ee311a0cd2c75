import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { startServer, type Server, type ServerOptions } from '../server.ts';
import { copyTemplate, makeScratch, type ServerProcess } from './process.ts';

/** The lowest bcrypt cost that lite allows: with the default a sign-in takes a tenth of a second. */
process.env['LITE_AUTH_BCRYPT_COST'] ??= '4';

const PASSWORD = 'Passw0rd!';

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

/** Starts the real server on a free port with an empty database, which `close` deletes unless a `dataDir` was given. */
export async function startTestServer(options: Partial<ServerOptions> = {}): Promise<TestServer> {
  const dataDir = options.dataDir ?? makeScratch('space-server-');
  const discard = () => {
    if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    if (options.dataDir === undefined) await copyTemplate(dataDir);
    const server = await startServer({ limits: false, ...options, dataDir });
    return {
      ...server,
      ...createAccounts(server),
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
  customFetch = globalThis.fetch,
): SupabaseClient {
  return createClient(origin, key, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: { fetch: customFetch },
  });
}

function createAccounts(server: Server): Pick<TestServer, 'anonymous' | 'signUp'> {
  const anonymous = () => createTestClient(server.origin, server.publishableKey);
  return {
    anonymous,
    async signUp(email = `${randomUUID()}@example.com`, password = PASSWORD) {
      const client = anonymous();
      const { data, error } = await client.auth.signUp({ email, password });
      if (error) throw error;
      const id = data.session
        ? data.session.user.id
        : await confirm(client, server.outbox.latest(email)?.link);
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
    const next = tasks.size % 2 === 0 ? true : null;
    const change = client.from('tasks');
    for (const [states, act] of [
      [[null, false], () => change.insert({ id, title: 'Plan', task_date: '2026-11-20' })],
      [[false, next], () => (next ? change.update({ completed: true }) : change.delete()).eq('id', id)],
    ] as const) {
      tasks.set(id, [...states]);
      const { error } = await act();
      // A retry after a lost response finds that the task already exists.
      if (error && error.code !== '23505') return;
      onChange();
    }
    tasks.set(id, [next]);
  }
}

/** Compares the tasks of an account with those that it may have. Returns a sentence for each that is missing or wrong. */
async function faultsOf(client: SupabaseClient, email: string, tasks: Tasks): Promise<string[]> {
  const { error } = await client.auth.signInWithPassword({ email, password: PASSWORD });
  if (error) return [`${email} cannot sign in: ${error.message}`];
  const { data } = await client.from('tasks').select('id, completed').throwOnError();
  const found = new Map(data.map((row) => [String(row.id), Boolean(row.completed)]));
  const wrong = [...tasks].filter(([id, states]) => !states.includes(found.get(id) ?? null));
  return wrong.map(([id, states]) => `${id} is ${found.get(id)}, not ${states.join(' or ')}`);
}

/**
 * Kills a server again and again (`kill -9`) while four writers change tasks, and compares what it then has with what it
 * acknowledged. Takes a function that starts it, the number of kills, and that of acknowledged changes before each. Returns
 * the number of acknowledged changes, and a sentence for each that is missing or wrong.
 */
export async function killUnderLoad(options: {
  start: () => Promise<ServerProcess>;
  kills: number;
  changes: number;
  log?: (line: string) => void;
}): Promise<{ acknowledged: number; faults: string[] }> {
  const { start, kills, changes, log = () => {} } = options;
  /** The tasks that an account of its own has written before each kill. */
  const written: [email: string, tasks: Tasks][] = [];
  const faults: string[] = [];
  let acknowledged = 0;
  for (let killed = 0; ; killed += 1) {
    const server = await start();
    const client = createTestClient(server.origin, server.publishableKey);
    for (const account of killed === kills ? written : written.slice(-1))
      faults.push(...(await faultsOf(client, ...account)));
    log(`${killed} of ${kills} kills: ${acknowledged} changes acknowledged, ${faults.length} lost`);
    if (killed === kills) {
      await server.kill();
      return { acknowledged, faults };
    }
    const [email, tasks] = [`${randomUUID()}@example.com`, new Map() as Tasks];
    written.push([email, tasks]);
    const { error } = await client.auth.signUp({ email, password: PASSWORD });
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
