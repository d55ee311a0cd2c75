import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Registry } from '@space/federation';
import { FAULTS_ADDRESS, developmentRelease } from '@space/federation/developmentRelease';
import { pageHtml, type ReleaseRecord } from '@space/store';
import { DEVELOPMENT } from '../buildApp.ts';
import { streamFaults } from './faults.ts';
import { fail } from './proxyRequest.ts';
import type { SourceServer } from './remoteServer.ts';
import type { DevelopmentShell } from './shells.ts';

/** The site's registry, and the records of its live releases if available: pages get file hashes from them. */
export interface Released {
  registry: Registry;
  records: readonly ReleaseRecord[];
}

interface DevelopmentSite {
  shell: DevelopmentShell;
  /** The remotes that are served from source. */
  sources: readonly SourceServer[];
  /** Reads the releases of all other remotes; null: there are none. */
  released: () => Promise<Released | null>;
  /** Handles all other requests: for the backend and for files of releases. */
  fallback: (request: IncomingMessage, response: ServerResponse) => void;
  /** The backend's publishable key. */
  key: string;
}

/**
 * The registry of the site: its releases, and the remotes that are served from source. It is read again for each request, so
 * that a reload shows new releases of other teams.
 */
async function planOf({ released: read, sources }: DevelopmentSite) {
  const released = await read();
  const states = sources.map(({ declaration: { name, title, pages, navigation }, origin }) => {
    const live = developmentRelease(origin);
    const rest = { live, previous: null, canary: null, disabled: null };
    return [name, { title, pages, ...(navigation && { navigation }), ...rest }] as const;
  });
  const remotes = { ...released?.registry.remotes, ...Object.fromEntries(states) };
  const registry: Registry = { shell: DEVELOPMENT, remotes };
  const isSource = (name: string) => sources.some(({ declaration }) => declaration.name === name);
  return { registry, records: (released?.records ?? []).filter(({ name }) => !isSource(name)) };
}

/** Renders the HTML of the page at an address. */
async function htmlOf(site: DevelopmentSite, url: string, path: string): Promise<string> {
  const template = await site.shell.template();
  const html = pageHtml({ template, ...(await planOf(site)) }, path);
  return (await site.shell.finish(html, url)).replaceAll('%SUPABASE_KEY%', () => site.key);
}

const isPage = ({ method, headers, url = '/' }: IncomingMessage) =>
  method === 'GET' &&
  (headers.accept ?? '').includes('text/html') &&
  !/^\/(auth\/v1|rest\/v1|_\w+)|\.\w+$/.test(url.split('?', 1)[0] ?? '');

function send(response: ServerResponse, type: string, body: string): void {
  response.writeHead(200, { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'no-store' });
  response.end(body);
}

/**
 * Creates the request handler of a development site on one origin: pages that load remotes from their development servers,
 * streams of compile errors, the shell's files, and a fallback for all other requests. Takes the parts of the site.
 */
export function developmentSite(site: DevelopmentSite): RequestListener {
  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { url = '/' } = request;
    const path = decodeURIComponent(url.split('?', 1)[0] ?? '/');
    const source = site.sources.find(({ declaration }) => path === FAULTS_ADDRESS + declaration.name);
    if (isPage(request)) {
      send(response, 'text/html', await htmlOf(site, url, path.length > 1 ? path.replace(/\/$/, '') : path));
    } else if (path === '/registry.json') {
      send(response, 'application/json', JSON.stringify((await planOf(site)).registry));
    } else if (source) {
      await streamFaults(source, response);
    } else {
      site.shell.files(request, response, () => site.fallback(request, response));
    }
  }
  return (request, response) => {
    handle(request, response).catch((error: unknown) => fail(response, error));
  };
}
