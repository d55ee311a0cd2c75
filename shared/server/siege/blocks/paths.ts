import { attack, wordsIn, type Block, type Case } from '../cases.ts';

const FOLDERS = ['/auth/v1/', '/rest/v1/', '/', '/remotes/', '/_events/'];

const TRICKS: Readonly<Record<string, string>> = {
  'two dots': '../../_system/config',
  'two dots that stay in the API': 'x/../../../_system/introspect',
  'encoded dots': '%2e%2e/%2e%2e/_system/introspect',
  'half encoded dots': '.%2e/%2E./_system/config',
  'dots and encoded separators': '..%2f..%2f_system/config',
  'dots and backslashes': '..\\..\\_system\\ping',
  'dots and encoded backslashes': '..%5c..%5c_system%5cping',
  'dots encoded twice': '%252e%252e/%252e%252e/_system/config',
  'dots in overlong UTF-8': '%c0%ae%c0%ae/%c0%ae%c0%ae/_system/config',
  'dots as %u': '%u002e%u002e/_system/config',
  'dots with parameters': '..;/..;/_system/config',
  'four dots': '....//....//_system/config',
  'one dot': './_system/config',
  'one encoded dot': '%2e/_system/config',
  'two slashes': '/_system/config',
  'many slashes': '////_system/config',
  'a NUL': '%00/_system/config',
  'a line break': 'x%0d%0aSet-Cookie:%20a=b',
  'a raw tab': 'x\ty',
  'raw UTF-8': 'é/_system/config',
  'a fragment': 'x#/../_system/config',
  'a file of the machine': '../../../../../../../../etc/passwd',
  'a broken encoding': '%zz%/x',
  'a lone per cent': '%',
  'a path of 3,000 characters': 'a'.repeat(3000),
  'a path of 9,000 characters': 'a'.repeat(9000),
  'a path of 20,000 characters': 'a'.repeat(20_000),
  '2,000 folders': 'a/'.repeat(2000),
};

const HOSTS = [
  ...wordsIn(`
    x/_system/config? x/_system/config# x\\_system x@y x:999999 x:y [::1 http://x a,b x%2f localhost:80:80 -x ..
    x'-- é
  `),
  'a b',
];

const TARGETS: readonly (readonly [string, string, string])[] = [
  ['absolute form of another site', 'GET', 'http://evil.example/_system/config'],
  ['absolute form of this machine', 'GET', 'http://127.0.0.1/_system/config'],
  ['absolute form with two dots', 'GET', 'http://127.0.0.1/rest/v1/../../_system/config'],
  ['authority form', 'CONNECT', 'evil.example:443'],
  ['asterisk form', 'OPTIONS', '*'],
  ['no slash at the start', 'GET', 'rest/v1/tasks'],
  ['two slashes at the start', 'GET', '//evil.example/rest/v1/tasks'],
  ['a question mark alone', 'GET', '?'],
  ['another scheme', 'GET', 'file:///etc/passwd'],
  ['a backslash in the query', 'GET', '/rest/v1/tasks?select=*\\..'],
  ['a fragment in the query', 'GET', '/rest/v1/tasks?select=*#/../'],
];

const READ = { path: '/rest/v1/tasks?select=*', as: 'no key', expect: [400, 0] } as const;

/** deploy/nginx, like any static host, normalizes a path that leads to a page and sends that page, which is public. */
function refused(name: string, method: string, path: string, orAPage: boolean): Case {
  return attack({
    name,
    method,
    path,
    as: 'no key',
    expect: orAPage ? [0, 200, 301, 400, 401, 403, 404, 405, 414] : 'refused',
    judge({ status, body }) {
      const isPage = body.includes('<h1>Better Space');
      if (orAPage) return status === 200 && !isPage ? 'something else than the page' : null;
      return (status > 0 && status < 300) || isPage ? 'a page was not expected' : null;
    },
  });
}

export const paths: Block = {
  name: 'paths',
  title: 'Paths and names that are read in two ways',
  limits: false,
  atOnce: 8,
  cases: ({ way }) => [
    ...FOLDERS.flatMap((folder) =>
      Object.entries(TRICKS).map(([trick, suffix]) =>
        refused(`${folder}: ${trick}`, 'GET', `${folder}${suffix}`, way === 'deploy/nginx'),
      ),
    ),
    ...TARGETS.map(([name, method, path]) => refused(name, method, path, way.includes('nginx'))),
    ...HOSTS.map((host) =>
      // A proxy refuses it or replaces the Host; then it is an ordinary request without a key.
      attack({ ...READ, name: `Host: ${host}`, headers: { Host: host }, behindProxy: [400, 401, 404] }),
    ),
    attack({ ...READ, name: 'no Host', headers: { Host: '' }, behindProxy: [400] }),
  ],
};
