import { readFile } from 'node:fs/promises';
import { request as requestHttp, type IncomingHttpHeaders } from 'node:http';
import { request as requestHttps } from 'node:https';
import { join } from 'node:path';
import { IMMUTABLE_CACHE, integrityOf, errorMessage, storeError } from '@space/store';
import { HOSTS } from './hosts.ts';
import type { Manifest } from './manifest.ts';
import { observatoryScore } from './observatory.ts';

interface HttpResponse {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

/** The number of concurrent requests. */
const CONCURRENCY = 8;
const TIMEOUT_MILLISECONDS = 20_000;

const isLoopback = (hostname: string) => hostname === '127.0.0.1';
const toStrings = (headers: IncomingHttpHeaders) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));

/** Requests a path without following redirects. An unverified certificate is accepted only from this machine. */
function get(origin: string, path: string): Promise<HttpResponse> {
  const { protocol, hostname, port } = new URL(origin);
  const send = protocol === 'https:' ? requestHttps : requestHttp;
  const options = {
    hostname,
    port,
    path,
    headers: { accept: 'text/html,*/*;q=0.8' },
    rejectUnauthorized: !isLoopback(hostname),
    timeout: TIMEOUT_MILLISECONDS,
  };
  return new Promise((resolve, reject) => {
    const request = send(options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: toStrings(response.headers),
          body: Buffer.concat(chunks),
        }),
      );
    });
    request.on('timeout', () => request.destroy(new Error('no response in time')));
    request.on('error', reject);
    request.end();
  });
}

/** An example address of a page with parameters. */
const sampleOf = (pattern: string) => pattern.replaceAll(/:\w+/g, 'sample-1').replace('*', 'a/b');

/** Paths that must be answered with 404: private files, and paths that do not exist. */
function unknownPaths({ files, addresses }: Manifest): string[] {
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
    ...['.log.ndjson', '.log.head', '.lock', '.pages.json'].map((one) => `/${one}`),
    ...folders.flatMap((one) => [`${one}/pointer.json`, `${one}/.log.ndjson`]),
    ...['secrets.json', 'events.json', 'outbox.json', '_operate', 'metrics'].map((one) => `/${one}`),
  ];
}

/**
 * Requests every address of an export from its host and checks the responses. Takes the host's origin, the export's folder
 * and its manifest; returns the number of checks, a sentence for each fault, and the Observatory grade.
 */
export async function checkExport(origin: string, folder: string, manifest: Manifest) {
  const { host, addresses, patterns, files, texts, headers: expected } = manifest;
  const { fileOf } = HOSTS[host];
  const sendsOurHeaders = host !== 'github-pages';
  const faults: string[] = [];
  const fail = (path: string, what: string) => void faults.push(`${path} ${what}`);

  const checkHeaders = (path: string, { headers }: HttpResponse) => {
    for (const [name, value] of sendsOurHeaders ? Object.entries(expected) : [])
      if (headers[name.toLowerCase()] !== value)
        fail(path, `is sent with ${name}: ${headers[name.toLowerCase()] ?? 'nothing'}`);
  };
  const isImmutable = ({ headers }: HttpResponse) => headers['cache-control'] === IMMUTABLE_CACHE;

  async function checkPage(path: string, file: string): Promise<void> {
    const page = await get(origin, path);
    if (page.status !== 200) return fail(path, `is answered with ${page.status}`);
    const isSame = page.body.equals(await readFile(join(folder, 'site', file)));
    if (!isSame) fail(path, `is not site/${file}`);
    if (page.headers['content-type']?.startsWith('text/html') !== true) fail(path, 'is not sent as a page');
    if (isImmutable(page)) fail(path, 'is cached for ever');
    checkHeaders(path, page);
  }
  async function checkFile(path: string, hash: string): Promise<void> {
    const response = await get(origin, path);
    if (response.status !== 200) return fail(path, `is answered with ${response.status}`);
    if (integrityOf(response.body) !== hash) fail(path, 'is not what was released');
    if (sendsOurHeaders && !isImmutable(response))
      fail(path, `is sent with Cache-Control: ${response.headers['cache-control'] ?? 'nothing'}`);
    if (path.endsWith('.js') && !/javascript/.test(response.headers['content-type'] ?? ''))
      fail(path, 'is not sent as a script');
    checkHeaders(path, response);
  }
  async function checkText(name: string): Promise<void> {
    const text = await get(origin, `/${name}`);
    if (text.status !== 200) return fail(`/${name}`, `is answered with ${text.status}`);
    if (!text.body.equals(await readFile(join(folder, 'site', name))))
      fail(`/${name}`, 'differs from the export');
    if (isImmutable(text)) fail(`/${name}`, 'is cached for ever');
  }
  async function checkUnknown(path: string): Promise<void> {
    const { status } = await get(origin, path);
    if (status !== 404) fail(path, `is answered with ${status}, not 404`);
  }

  const checks = [
    ...addresses.map((path) => () => checkPage(path, fileOf(path))),
    ...(sendsOurHeaders ? patterns.map((path) => () => checkPage(sampleOf(path), fileOf(path))) : []),
    ...Object.entries(files)
      .filter(([path]) => !path.endsWith('.html'))
      .map(
        ([path, hash]) =>
          () =>
            checkFile(path, hash),
      ),
    ...texts.map((name) => () => checkText(name)),
    ...unknownPaths(manifest).map((path) => () => checkUnknown(path)),
  ];
  const asked = checks.length;
  const worker = async (): Promise<void> => {
    for (let check = checks.shift(); check; check = checks.shift()) await check();
  };
  try {
    await Promise.all(Array.from({ length: CONCURRENCY }, worker));
    const { headers, body } = await get(origin, addresses[0] ?? '/');
    return { asked, faults: faults.sort(), ...observatoryScore(headers, body.toString()) };
  } catch (error) {
    throw storeError(`${origin} does not answer: ${errorMessage(error)}.`, error);
  }
}
