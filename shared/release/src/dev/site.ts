import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { isPattern, type Registry } from '@space/federation';
import { FAULTS_ADDRESS, developmentRelease } from '@space/federation/development';
import { pageHtml } from '@space/store';
import { DEVELOPMENT } from '../places.ts';
import { listen, startRemoteServer, type Source, type SourceServer } from './remoteServer.ts';
import { fail, type Surroundings } from './surroundings.ts';

/** What answers requests: what surrounds the remotes that are served from source, and their servers. */
interface Parts {
  surroundings: Surroundings;
  sources: readonly SourceServer[];
}

/** The registry of the site, read again for each request, so that a reload shows new releases of other teams. */
async function registryWith({ surroundings, sources }: Parts): Promise<Registry> {
  const released = await surroundings.registry();
  const states = sources.map(({ declaration: { name, title, pages, navigation }, origin }) => {
    const rest = { live: developmentRelease(origin), previous: null, canary: null, disabled: null };
    return [name, { title, pages, ...(navigation && { navigation }), ...rest }] as const;
  });
  return { shell: DEVELOPMENT, remotes: { ...released?.remotes, ...Object.fromEntries(states) } };
}

const isPage = ({ method, headers, url = '/' }: IncomingMessage) =>
  method === 'GET' &&
  (headers.accept ?? '').includes('text/html') &&
  !/^\/(auth\/v1|rest\/v1|_\w+)|\.\w+$/.test(url.split('?', 1)[0] ?? '');

function send(response: ServerResponse, type: string, body: string): void {
  response.writeHead(200, { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'no-store' });
  response.end(body);
}

/** Streams the compile errors of a remote to a page as server-sent events, now and after each change. */
async function streamFaults(source: SourceServer, response: ServerResponse): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
  let latest = 0;
  const sendFault = async () => {
    const turn = (latest += 1);
    const fault = await source.fault();
    if (turn === latest) response.write(`data: ${JSON.stringify(fault)}\n\n`);
  };
  const send = () => void sendFault();
  source.changes.on('change', send);
  response.on('close', () => source.changes.off('change', send));
  await sendFault();
}

/** Answers a request to the development site. */
async function answer(parts: Parts, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { surroundings, sources } = parts;
  const { url = '/' } = request;
  const path = decodeURIComponent(url.split('?', 1)[0] ?? '/');
  const source = sources.find(({ declaration }) => path === FAULTS_ADDRESS + declaration.name);
  if (isPage(request)) {
    const template = await surroundings.template();
    const registry = await registryWith(parts);
    const html = pageHtml({ template, registry, records: [] }, path.replace(/(.)\/$/, '$1'));
    send(response, 'text/html', await surroundings.finish(html, url));
  } else if (path === '/registry.json') {
    send(response, 'application/json', JSON.stringify(await registryWith(parts)));
  } else if (source) await streamFaults(source, response);
  else surroundings.handle(request, response);
}

const PORT = 5170;

/**
 * Serves remotes from their source in a site at one local address until the process is stopped. `connect` returns what
 * surrounds them. Returns the address of the first page. Throws an Error if the port is in use, before anything starts.
 */
export async function developSite(
  remotes: readonly Source[],
  connect: (server: Server, here: string) => Promise<Surroundings>,
): Promise<string> {
  // The server listens first, so that a port in use is reported at once; requests wait until everything is ready.
  const { promise: parts, resolve } = Promise.withResolvers<Parts>();
  const server = createServer((request, response) => {
    const answered = parts.then((ready) => answer(ready, request, response));
    answered.catch((error: unknown) => fail(response, error));
  });
  const here = await listen(server, Number(process.env['PORT'] || PORT), 'PORT');
  const surroundings = await connect(server, here);
  resolve({ surroundings, sources: await Promise.all(remotes.map(startRemoteServer)) });
  const stop = () => void Promise.resolve(surroundings.close?.()).finally(() => process.exit(0));
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, stop);
  const first = remotes[0]?.declaration.pages.find(({ path }) => !isPattern(path));
  return here + (first?.path ?? '');
}
