import { gzipSync } from 'node:zlib';
import { attack, type Attack, type Block } from '../cases.ts';
import { changes, credentials, newTasks, profiles, task, type Rows } from '../rows.ts';

/** Headers that make something else of a body that is good. */
const types: Readonly<Record<string, Record<string, string>>> = {
  'text/plain': { 'Content-Type': 'text/plain' },
  'a form': { 'Content-Type': 'application/x-www-form-urlencoded' },
  'several parts': { 'Content-Type': 'multipart/form-data; boundary=x' },
  CSV: { 'Content-Type': 'text/csv' },
  XML: { 'Content-Type': 'application/xml' },
  'JSON of another kind': { 'Content-Type': 'application/jsonp' },
  none: { 'Content-Type': '' },
};

export const bodies: Block = {
  name: 'bodies',
  title: 'Bodies that are not as they must be',
  limits: false,
  atOnce: 8,
  cases(site) {
    const each = (what: string, rows: Rows, request: Pick<Attack, 'method' | 'path' | 'as'>) =>
      Object.entries(rows).map(([name, body]) =>
        attack({
          ...request,
          name: `${what}: ${name}`,
          body,
          // 403, 409: row-level security and the primary key say so. HTTP/2 ends a stream on what is still on its way.
          expect: [
            400,
            401,
            403,
            409,
            413,
            422,
            ...(site.way === 'HTTP/2' && body.length > 60_000 ? [0] : []),
          ],
        }),
      );
    const good = task({ title: 'must not be there' });
    return [
      ...each('a new task', newTasks(site), { method: 'POST', path: '/rest/v1/tasks' }),
      ...each('a change', changes, { method: 'PATCH', path: `/rest/v1/tasks?id=eq.${site.annasTask}` }),
      ...each('a name', profiles, { method: 'PATCH', path: `/rest/v1/profiles?id=eq.${site.bert.id}` }),
      ...each('a sign-up', credentials, { method: 'POST', path: '/auth/v1/signup', as: 'the key alone' }),
      ...each('a sign-in', credentials, {
        method: 'POST',
        path: '/auth/v1/token?grant_type=password',
        as: 'the key alone',
      }),
      ...Object.entries(types).map(([name, headers]) =>
        attack({
          name: `content type: ${name}`,
          method: 'POST',
          path: '/rest/v1/tasks',
          headers,
          body: good,
          expect: [415],
        }),
      ),
      attack({
        name: 'a compressed body',
        method: 'POST',
        path: '/rest/v1/tasks',
        headers: { 'Content-Encoding': 'gzip' },
        body: gzipSync(good),
        expect: [400, 415],
      }),
      attack({
        name: 'a compressed body of 50 MB',
        method: 'POST',
        path: '/rest/v1/tasks',
        headers: { 'Content-Encoding': 'gzip' },
        body: gzipSync(Buffer.alloc(50_000_000, 'a')),
        expect: [400, 413, 415],
      }),
      ...[
        '{"password":["a"]}',
        '{"password":"short"}',
        '{"email":"new@example.com"}',
        '{"data":{"a":1}}',
        '{}',
      ].map((body) =>
        attack({
          name: `an account: ${body}`,
          method: 'PUT',
          path: '/auth/v1/user',
          body,
          expect: [400, 422],
        }),
      ),
      ...['{"task_id":"x"}', '{}', '{"task_id":null}', `{"task_id":["${site.annasTask}"]}`].map((body) =>
        attack({
          name: `restore: ${body.slice(0, 20)}`,
          method: 'POST',
          path: '/rest/v1/rpc/restore_task',
          body,
          expect: [400],
        }),
      ),
    ];
  },
};
