import type { SupabaseClient } from '@supabase/supabase-js';
import type { TestServer } from '../../src/testing.ts';

/** Sends the tokens of a signed-in browser and of a password link to a server. Returns the status of each response. */
export async function credentialStatuses(server: TestServer, client: SupabaseClient, link: string) {
  const { data } = await client.auth.getSession();
  const send = async (path: string, method: string, body?: object, authorization = '') => {
    const headers = {
      apikey: server.publishableKey,
      'content-type': 'application/json',
      ...(authorization !== '' && { authorization }),
    };
    const serialized = body === undefined ? null : JSON.stringify(body);
    return (await fetch(server.origin + path, { method, headers, body: serialized })).status;
  };
  const bearer = `Bearer ${data.session?.access_token ?? ''}`;
  const refresh = { refresh_token: data.session?.refresh_token };
  const tokenHash = new URL(link).searchParams.get('token_hash');
  return {
    rows: await send('/rest/v1/tasks?select=id', 'GET', undefined, bearer),
    account: await send('/auth/v1/user', 'GET', undefined, bearer),
    refresh: await send('/auth/v1/token?grant_type=refresh_token', 'POST', refresh),
    link: await send('/auth/v1/verify', 'POST', { token_hash: tokenHash, type: 'recovery' }),
  };
}

export const ALL_VALID = { rows: 200, account: 200, refresh: 200, link: 200 };
export const ALL_INVALID = { rows: 401, account: 403, refresh: 400, link: 403 };
