import { readFile } from 'node:fs/promises';
import { request as askOpenly, type IncomingHttpHeaders } from 'node:http';
import { request as askSecurely } from 'node:https';
import { join } from 'node:path';
import { FOREVER, integrityOf, sentenceOf, storeError } from '@space/store';
import { HOSTS } from './hosts.ts';
import type { Manifest } from './manifest.ts';
import { observatoryScore } from './observatory.ts';

interface Answer {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

/** So many questions are under way at once. */
const AT_ONCE = 8;
const PATIENCE_MILLISECONDS = 20_000;

const isLoopback = (hostname: string) => hostname === '127.0.0.1';
const plain = (headers: IncomingHttpHeaders) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));

/** Asks for a path and follows nothing. A certificate of this machine is believed, and no other that is not verified. */
function ask(origin: string, path: string): Promise<Answer> {
  const { protocol, hostname, port } = new URL(origin);
  const request = protocol === 'https:' ? askSecurely : askOpenly;
  const options = {
    hostname,
    port,
    path,
    headers: { accept: 'text/html,*/*;q=0.8' },
    rejectUnauthorized: !isLoopback(hostname),
    timeout: PATIENCE_MILLISECONDS,
  };
  return new Promise((resolve, reject) => {
    const asked = request(options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: plain(response.headers),
          body: Buffer.concat(chunks),
        }),
      );
    });
    asked.on('timeout', () => asked.destroy(new Error('no answer in time')));
    asked.on('error', reject);
    asked.end();
  });
}

/** An address of a page with parameters. */
const sampleOf = (pattern: string) => pattern.replaceAll(/:\w+/g, 'sample-1').replace('*', 'a/b');

/** What no visitor may read, and what is not there. */
function unknownIn({ files, addresses }: Manifest): string[] {
  const [file = '/shell/0.1.0-000000000000/a.js'] = Object.keys(files);
  const remotes = new Set(Object.keys(files).map((one) => one.split('/').slice(0, 3).join('/')));
  const folders = ['/shell', ...[...remotes].filter((one) => one.startsWith('/remotes/'))];
  const [page = ''] = addresses.filter((one) => one !== '/');
  return [
    '/no-such-page',
    '/no/such/page',
    `${page}/no/such/page`,
    '/favicon.ico',
    file.replace(/[^/]+$/, 'gone-1a2b.js'),
    '/remotes/none/0.1.0-000000000000/remoteEntry.js',
    ...['site.json', 'export.json', 'upload.sh', 'nginx.headers.conf', 'nginx.pages.conf'].map(
      (one) => `/${one}`,
    ),
    ...['.log.ndjson', '.log.head', '.lock', '.pages.json', '.backends'].map((one) => `/${one}`),
    ...folders.flatMap((one) => [`${one}/pointer.json`, `${one}/.log.ndjson`]),
    ...['secrets.json', 'events.ndjson', 'events.json', 'outbox.json', '_operate', 'metrics'].map(
      (one) => `/${one}`,
    ),
  ];
}

/**
 * Asks a host for everything that an export promises. Takes its address, the folder of the export and what that says of itself;
 * returns what is wrong, a sentence each, and the grade of its headers.
 */
export async function checkExport(origin: string, folder: string, manifest: Manifest) {
  const { host, addresses, patterns, files, texts, headers: expected } = manifest;
  const { fileOf } = HOSTS[host];
  const says = host !== 'github-pages';
  const faults: string[] = [];
  const tell = (path: string, what: string) => void faults.push(`${path} ${what}`);

  const checkHeaders = (path: string, { headers }: Answer) => {
    for (const [name, value] of says ? Object.entries(expected) : [])
      if (headers[name.toLowerCase()] !== value)
        tell(path, `is sent with ${name}: ${headers[name.toLowerCase()] ?? 'nothing'}`);
  };
  const isKept = ({ headers }: Answer) => headers['cache-control'] === FOREVER;

  async function checkPage(path: string, file: string): Promise<void> {
    const answer = await ask(origin, path);
    if (answer.status !== 200) return tell(path, `is answered with ${answer.status}`);
    const isWhole = answer.body.equals(await readFile(join(folder, 'site', file)));
    if (!isWhole) tell(path, `is not site/${file}`);
    if (answer.headers['content-type']?.startsWith('text/html') !== true) tell(path, 'is not sent as a page');
    if (isKept(answer)) tell(path, 'is kept for ever');
    checkHeaders(path, answer);
  }
  async function checkFile(path: string, hash: string): Promise<void> {
    const answer = await ask(origin, path);
    if (answer.status !== 200) return tell(path, `is answered with ${answer.status}`);
    if (integrityOf(answer.body) !== hash) tell(path, 'is not what was released');
    if (says && !isKept(answer))
      tell(path, `is kept for: ${answer.headers['cache-control'] ?? 'nothing said'}`);
    if (path.endsWith('.js') && !/javascript/.test(answer.headers['content-type'] ?? ''))
      tell(path, 'is sent as no script');
    checkHeaders(path, answer);
  }
  async function checkText(name: string): Promise<void> {
    const answer = await ask(origin, `/${name}`);
    if (answer.status !== 200) return tell(`/${name}`, `is answered with ${answer.status}`);
    if (!answer.body.equals(await readFile(join(folder, 'site', name)))) tell(`/${name}`, 'is another one');
    if (isKept(answer)) tell(`/${name}`, 'is kept for ever');
  }
  async function checkUnknown(path: string): Promise<void> {
    const { status } = await ask(origin, path);
    if (status !== 404) tell(path, `is answered with ${status}, not 404`);
  }

  const questions = [
    ...addresses.map((path) => () => checkPage(path, fileOf(path))),
    ...(says ? patterns.map((path) => () => checkPage(sampleOf(path), fileOf(path))) : []),
    ...Object.entries(files)
      .filter(([path]) => !path.endsWith('.html'))
      .map(
        ([path, hash]) =>
          () =>
            checkFile(path, hash),
      ),
    ...texts.map((name) => () => checkText(name)),
    ...unknownIn(manifest).map((path) => () => checkUnknown(path)),
  ];
  const asked = questions.length;
  const next = async (): Promise<void> => {
    for (let question = questions.shift(); question; question = questions.shift()) await question();
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, next));
    const { headers, body } = await ask(origin, addresses[0] ?? '/');
    return { asked, faults: faults.sort(), ...observatoryScore(headers, body.toString()) };
  } catch (error) {
    throw storeError(`${origin} does not answer: ${sentenceOf(error)}.`, error);
  }
}
