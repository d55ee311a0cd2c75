import { gzipSync } from 'node:zlib';
import { Header } from 'tar';
import type { ReleaseToken } from '../../src/releases/tokens.ts';
import { attack, repeat, wordsIn, must, mustAllBe, steps, type Block } from '../cases.ts';
import type { RawResponse } from '../../tests/support/rawHttp.ts';
import type { Site } from '../site.ts';

const RETRO = '/_releases/retro';
const MOVES = wordsIn('rollback promote abort kill revive canary');
/** Invalid Authorization headers: empty, of other schemes, almost right, with a path out of the folder of tokens. */
const TOKENS = [
  '',
  'Bearer',
  'Bearer x',
  `Bearer space_00000000_${'x'.repeat(43)}`,
  `Bearer space_../../se_${'x'.repeat(43)}`,
  `Bearer ${'x'.repeat(5000)}`,
  `Basic ${Buffer.from('retro:retro').toString('base64')}`,
];
const QUERIES = wordsIn('store=/tmp canary=101 canary=1&canary=2 canary= message= --store=/tmp uploaded=1');
const NO_REMOTES = wordsIn(
  '/_releases /_releases/ /_releases/Retro /_releases/retro/ /_releases/retro//log /_releases/retro/log/x /_releases/retro/derive',
);

const tokenFor = async (site: Site, scope: ReleaseToken['scope'] = 'all') => {
  const options = { remote: 'retro', name: 'the siege', scope, by: 'the siege', days: 1 };
  return (await site.tokens.make(options)).text;
};

const bearer = (text: string) => ({ Authorization: `Bearer ${text}` });

/** An archive with a single entry, whose path is not sanitized. */
function archiveOf(path: string, type: 'File' | 'SymbolicLink' | 'Link', linkpath?: string): Buffer {
  const head = Buffer.alloc(512);
  const link = linkpath === undefined ? {} : { linkpath };
  new Header({ path, type, size: 0, mode: 0o644, mtime: new Date(0), ...link }).encode(head, 0);
  return gzipSync(Buffer.concat([head, Buffer.alloc(1024)]));
}

const SMALL = archiveOf('remote.json', 'File');

const HOSTILE: readonly (readonly [string, Buffer])[] = [
  ['a path that leads out', archiveOf('../../site/index.html', 'File')],
  ['an absolute path', archiveOf('/etc/cron.d/x', 'File')],
  ['a repository with settings for git', archiveOf('.git/config', 'File')],
  ['a symbolic link', archiveOf('dist', 'SymbolicLink', '/etc')],
  ['a hard link', archiveOf('dist/x.js', 'Link', '/etc/passwd')],
  ['a bomb', gzipSync(Buffer.alloc(120 * 1024 * 1024))],
  ['text', Buffer.from('This is not an archive.')],
];

/** Sends a PUT and checks that the pointer has not changed. */
async function putTo(
  site: Site,
  path: string,
  text: string,
  body = SMALL,
  send = site.send,
): Promise<RawResponse> {
  const before = JSON.stringify(site.store.pointer());
  const response = await send({ method: 'PUT', path, headers: bearer(text), body });
  must(JSON.stringify(site.store.pointer()) === before, 'the pointer has moved');
  return response;
}

export const releases: Block = {
  name: 'releases',
  title: 'Releases over the network',
  limits: false,
  // Behind nginx releases need TLS or releases.conf, which the servers of the siege do not have.
  ways: ['HTTP/1.1', 'HTTP/2'],
  atOnce: 4,
  cases: () => [
    ...TOKENS.map((authorization) =>
      steps(
        `Authorization: ${authorization.slice(0, 30) || 'none'} | PUT, GET and each move of retro | 401 each, or 431`,
        async (site) => {
          const headers: Record<string, string> =
            authorization === '' ? {} : { Authorization: authorization };
          const responses = [
            await site.send({ method: 'PUT', path: RETRO, headers, body: SMALL }),
            await site.send({ path: RETRO, headers }),
            ...(await repeat(MOVES.length, (at) =>
              site.send({ method: 'POST', path: `${RETRO}/${MOVES[at] ?? ''}`, headers, body: '{}' }),
            )),
          ];
          return mustAllBe(responses, 401);
        },
      ),
    ),
    ...NO_REMOTES.map((path) =>
      attack({
        name: `${path} without a token`,
        path,
        method: 'PUT',
        as: 'no key',
        expect: [400, 401, 404, 405],
      }),
    ),
    steps(
      'a token of retro | for planner, shell and a name that is a path | 401, 400 or 404',
      async (site) => {
        const headers = bearer(await tokenFor(site));
        const responses = await repeat(3, (at) =>
          site.send({ path: `/_releases/${['planner', 'shell', '..%2fshell'][at] ?? ''}`, headers }),
        );
        return mustAllBe(responses, 400, 401, 404);
      },
    ),
    steps('a token that was withdrawn | the next request | 401', async (site) => {
      const text = await tokenFor(site);
      const path = `${RETRO}/token`;
      const before = await site.send({ path, headers: bearer(text) });
      await site.tokens.withdraw(text.slice(6, 14));
      const after = await site.send({ path, headers: bearer(text) });
      const seen = `${before.status}, ${after.status}`;
      must(seen === '200, 401', seen);
      return seen;
    }),
    ...HOSTILE.map(([name, body]) =>
      steps(`an archive: ${name} | PUT with a token of retro | 400 or 413, nothing moves`, async (site) =>
        mustAllBe([await putTo(site, RETRO, await tokenFor(site), body)], 400, 413),
      ),
    ),
    steps('an archive of 60 MB | PUT with a token of retro | 413 or closed, nothing moves', async (site) => {
      // On its own connection, because Node's client blocks while it cannot send the rest of the body.
      const { send, close } = site.another();
      const response = await putTo(site, RETRO, await tokenFor(site), Buffer.alloc(60 << 20), send);
      close();
      return mustAllBe([response], 0, 413);
    }),
    ...QUERIES.map((query) =>
      steps(`?${query} | PUT with a token of retro | 400, nothing moves`, async (site) =>
        mustAllBe([await putTo(site, `${RETRO}?${query}`, await tokenFor(site))], 400),
      ),
    ),
    steps('a token for previews | a release and each move | 403 each', async (site) => {
      const text = await tokenFor(site, 'preview');
      const bodies: Record<string, object> = { kill: { reason: 'x' }, canary: { percent: 1 } };
      const seen = [await putTo(site, RETRO, text)];
      for (const move of MOVES) {
        const body = JSON.stringify(bodies[move] ?? {});
        seen.push(await site.send({ method: 'POST', path: `${RETRO}/${move}`, headers: bearer(text), body }));
      }
      return mustAllBe(seen, 403);
    }),
    steps('a page of another site | POST /_releases/retro/kill, without a token | 401', async (site) => {
      const headers = { Origin: 'https://evil.example', 'Content-Type': 'text/plain' };
      const body = '{"reason":"x"}';
      return mustAllBe([await site.send({ method: 'POST', path: `${RETRO}/kill`, headers, body })], 401);
    }),
  ],
};
