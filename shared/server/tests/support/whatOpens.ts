import type { SupabaseClient } from '@supabase/supabase-js';
import type { TestServer } from '../../src/testing.ts';

/** What a server answers to a browser that was signed in, and to a link to a new password. */
export async function whatOpens(server: TestServer, client: SupabaseClient, link: string) {
  const { data } = await client.auth.getSession();
  const ask = async (path: string, method: string, body?: object, authorization = '') => {
    const headers = {
      apikey: server.publishableKey,
      'content-type': 'application/json',
      ...(authorization !== '' && { authorization }),
    };
    const sent = body === undefined ? null : JSON.stringify(body);
    return (await fetch(server.origin + path, { method, headers, body: sent })).status;
  };
  const bearer = `Bearer ${data.session?.access_token ?? ''}`;
  const refresh = { refresh_token: data.session?.refresh_token };
  const tokenHash = new URL(link).searchParams.get('token_hash');
  return {
    rows: await ask('/rest/v1/tasks?select=id', 'GET', undefined, bearer),
    account: await ask('/auth/v1/user', 'GET', undefined, bearer),
    refresh: await ask('/auth/v1/token?grant_type=refresh_token', 'POST', refresh),
    link: await ask('/auth/v1/verify', 'POST', { token_hash: tokenHash, type: 'recovery' }),
  };
}

export const ALL_OPEN = { rows: 200, account: 200, refresh: 200, link: 200 };
export const NOTHING_OPEN = { rows: 401, account: 403, refresh: 400, link: 403 };
