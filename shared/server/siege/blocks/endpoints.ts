import { attack, wordsIn, type Block } from '../cases.ts';

/** Endpoints that do not exist, by folder and method: paths below the folder, or '.' for the folder itself. */
const MISSING: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '/auth/v1': {
    GET: `
      . / /health /verify?type=recovery&token=123456&email=anna@example.com /reauthenticate
      /admin/users /admin/users/00000000-0000-4000-8000-000000000000 /admin/audit /factors
      /sso/saml/metadata /.well-known/jwks.json /.well-known/openid-configuration /token /signup
      /recover /resend /logout /user/identities /user/identities/authorize /oauth/authorize
      /passkeys
    `,
    HEAD: '/verify?type=recovery&token=123456',
    POST: `
      /otp /magiclink /invite /generate_link /reauthenticate /admin/users /admin/generate_link
      /factors /factors/1/challenge /factors/1/verify /sso /sso/saml/acs /user /settings /callback
      /authorize /oauth/token /token/ /Token
    `,
    PUT: '/admin/users/00000000-0000-4000-8000-000000000000 /signup /settings',
    DELETE: '/admin/users/00000000-0000-4000-8000-000000000000 /factors/1 /user /user/identities/1',
    PATCH: '/user',
    OPTIONS: '/token',
  },
  '/rest/v1': {
    GET: `
      . / /tasks/ /Tasks /tasks.csv /users /auth.users /sessions /refresh_tokens /pg_tables
      /pg_shadow /information_schema.tables /task_counts /migrations /rpc /rpc/ /rpc/delete_account
      /rpc/restore_task /rpc/search_tasks /rpc/search_grams /task_words /calendar_feeds
      /rpc/calendar_feed /rpc/renew_calendar_feed
    `,
    OPTIONS: '/tasks',
    HEAD: '/tasks /rpc/delete_account',
    PUT: '/tasks /profiles',
    QUERY: '/tasks',
    POST: `
      /profiles /rpc/pg_sleep /rpc/version /rpc/set_config /rpc/exec_sql /rpc/pg_read_file
      /rpc/lo_import /rpc/uid /rpc/create_profile /rpc/search_grams /rpc/fold /rpc/calendar_feed
    `,
    DELETE: '/profiles /rpc/restore_task',
  },
  '': {
    GET: `
      /_system/config /_system/introspect /_system/ping /_studio /storage/v1/bucket
      /realtime/v1/websocket /functions/v1/x /pg/tables /api/v1 /health /metrics /auth/v2/user
      /rest/v2/tasks /auth /rest /.env /.git/config /secrets.json /data/secrets.json /outbox.jsonl
      /calendar /calendar/ /calendar/1.ics /server.pid /known-addresses /package.json /node_modules/@supabase/lite/package.json /_events
    `,
    POST: '/_system/sql /storage/v1/object/x /graphql/v1 /mcp /',
    DELETE: '/_events /index.html',
    PUT: '/index.html',
    TRACE: '/',
    PROPFIND: '/',
  },
};

/** Our own error messages, a page of the site, or an error page of nginx. */
const OWN_ERRORS = /^$|There is no such endpoint|^Not found$|^Bad request$|^Method not allowed$|<html|nginx/;

export const endpoints: Block = {
  name: 'endpoints',
  title: 'Endpoints that there are not',
  limits: false,
  atOnce: 8,
  cases: () =>
    Object.entries(MISSING).flatMap(([folder, methods]) =>
      Object.entries(methods).flatMap(([method, words]) =>
        wordsIn(words).map((word) => {
          const path = `${folder}${word === '.' ? '' : word}`;
          // The site has a page /auth, and responds with 405 to other methods than GET.
          const expect = path === '/auth' || path === '/rest' ? [200, 404] : [400, 404, 405, 501];
          return attack({ name: `${method} ${path}`, method, path, expect, says: OWN_ERRORS });
        }),
      ),
    ),
};
