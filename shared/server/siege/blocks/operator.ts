import { attack, mustAllBe, steps, wordsIn, type Block } from '../cases.ts';
import { openHttp1, type RawRequest } from '../../tests/support/rawHttp.ts';

const PATHS = wordsIn(`
  /_outbox /_outbox.json /_events.json /outbox /outbox.json /events.json /_operate /_operate/state
  /metrics
`);
const HOSTS = wordsIn(`
  planner.example evil.example evil.example:80 127.0.0.1.evil.example localhost.evil.example
`);

const HEADER_VARIANTS: Readonly<Record<string, Record<string, string>>> = {
  'as it is': {},
  'Host of this machine': { Host: '127.0.0.1' },
  'X-Forwarded-For of this machine': { 'X-Forwarded-For': '127.0.0.1' },
  'X-Forwarded-Host of this machine': { 'X-Forwarded-Host': 'localhost', 'X-Real-IP': '127.0.0.1' },
};

export const operator: Block = {
  name: 'operator',
  title: "The operator's pages",
  limits: false,
  atOnce: 8,
  cases(site) {
    const mustAnswer = async (request: RawRequest, expected: number) =>
      mustAllBe([await openHttp1(site.operatorOrigin).send(request)], expected);
    return [
      ...PATHS.flatMap((path) =>
        Object.entries(HEADER_VARIANTS).map(([name, headers]) =>
          attack({ name: `${path} on the site's port: ${name}`, path, headers, as: 'no key', expect: [404] }),
        ),
      ),
      ...['/outbox', '/outbox.json', '/events.json'].flatMap((path) =>
        HOSTS.map((host) =>
          steps(`${path} of the operator with Host ${host} | GET ${path}, Host: ${host} | 404`, () =>
            mustAnswer({ path, headers: { Host: host } }, 404),
          ),
        ),
      ),
      ...['POST', 'PUT', 'DELETE'].map((method) =>
        steps(`${method} to the outbox | ${method} /outbox.json | 405`, () =>
          mustAnswer({ method, path: '/outbox.json' }, 405),
        ),
      ),
      steps(
        'the API on the operator’s port | GET /rest/v1/tasks, /auth/v1/settings, / | 404 each',
        async () => {
          const headers = { apikey: site.publishableKey };
          const paths = ['/rest/v1/tasks?select=*', '/auth/v1/settings', '/'];
          return (await Promise.all(paths.map((path) => mustAnswer({ path, headers }, 404)))).join(', ');
        },
      ),
    ];
  },
};
