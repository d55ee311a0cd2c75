import { attack, type Attack, type Block } from '../cases.ts';
import { tokensOf } from '../tokens.ts';
import type { Site } from '../site.ts';
import { endedSessions } from './sessions.ts';

type Request = Pick<Attack, 'method' | 'path' | 'body'>;

/** What needs a session, by what it would do. */
function requestsOf({ annasTask, anna }: Site): Readonly<Record<string, Request>> {
  return {
    'read the tasks': { path: '/rest/v1/tasks?select=*' },
    'add a task': {
      method: 'POST',
      path: '/rest/v1/tasks',
      body: JSON.stringify({ title: 'x', task_date: '2026-11-20', user_id: anna.id }),
    },
    'delete a task': { method: 'DELETE', path: `/rest/v1/tasks?id=eq.${annasTask}` },
    'read the account': { path: '/auth/v1/user' },
    'change the password': { method: 'PUT', path: '/auth/v1/user', body: '{"password":"another1"}' },
    'delete the account': { method: 'POST', path: '/rest/v1/rpc/delete_account', body: '{}' },
  };
}

/** Keys that are not the site's. */
function apikeysOf({ server }: Site): Readonly<Record<string, string>> {
  return {
    'no apikey': '',
    'another apikey': 'sb_publishable_another',
    'the secret key as apikey': server.secretKey,
    'the secret of tokens as apikey': server.jwtSecret,
    'an apikey cut short': server.publishableKey.slice(0, -1),
    "Supabase's key for development": 'sb_secret_N7UND0UgjKTVK-Uodkm0Hg_xSvEMPvz',
  };
}

export const keys: Block = {
  name: 'keys',
  title: 'Keys, tokens and sessions that are none',
  limits: false,
  atOnce: 8,
  cases: (site) => [
    ...Object.entries(requestsOf(site)).flatMap(([name, request]) => [
      ...Object.entries(apikeysOf(site)).map(([key, apikey]) =>
        attack({
          ...request,
          name: `${name}: ${key}`,
          sends: `${request.method ?? 'GET'} with Anna's token and ${key}`,
          as: 'anna',
          headers: { apikey },
          expect: [401],
        }),
      ),
      ...Object.entries(tokensOf(site)).map(([token, authorization]) =>
        attack({
          ...request,
          name: `${name}: ${token}`,
          sends: `${request.method ?? 'GET'} with ${token}`,
          as: 'the key alone',
          headers: { Authorization: authorization },
          expect: [401, 403],
        }),
      ),
    ]),
    ...['access_token', 'apikey', 'token', 'jwt'].map((parameter) =>
      attack({
        name: `a token in the address: ${parameter}`,
        sends: `GET /rest/v1/tasks?select=*&${parameter}=TOKEN (the key alone)`,
        path: `/rest/v1/tasks?select=*&${parameter}=${site.anna.token}`,
        as: 'the key alone',
        expect: [400],
      }),
    ),
    ...endedSessions,
  ],
};
