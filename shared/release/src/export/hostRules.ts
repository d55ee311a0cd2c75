import { createContext, runInContext } from 'node:vm';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { contentTypeOf, filesOf, isMissing } from '@space/store';
import { uploadToBucket } from './bucket.ts';
import type { HostName } from './hosts.ts';
import { headerRules, redirectRules, vercelRules, type AddHeaders, type Rewrite } from './rulesInFiles.ts';

/** The simulated response of a host: a redirect, or a file of the export. */
export interface HostResponse {
  status: number;
  headers: Record<string, string>;
  file: string | null;
}

/** How a static host finds the file for a path, by its documentation; docs/go-live.md names the sources. */
interface Behaviour {
  /** The status of the redirect from `/about/` to `/about` if there is `about.html`; 404: no redirect. */
  slash: number;
  /** The status of the redirect from `/about.html` to `/about`; 200: the file is served. */
  html: number;
  /** The status of the redirect from `/about` to `/about/` if there is `about/index.html`; 200: the file is served. */
  folder: number;
  /** Rewrites apply before files. */
  rewritesFirst?: true;
  caching: string;
}

const REVALIDATE = 'public, max-age=0, must-revalidate';
const BEHAVIOURS: Record<Exclude<HostName, 'nginx' | 's3'>, Behaviour> = {
  cloudflare: { slash: 308, html: 308, folder: 308, rewritesFirst: true, caching: REVALIDATE },
  netlify: { slash: 301, html: 200, folder: 301, caching: REVALIDATE },
  vercel: { slash: 308, html: 308, folder: 200, caching: REVALIDATE },
  'github-pages': { slash: 404, html: 200, folder: 301, caching: 'max-age=600' },
};

/** The configuration files that the host reads itself and never serves. */
const HOST_CONFIG = /^\/_(headers|redirects)$/;

const readOrEmpty = async (file: string): Promise<string> =>
  readFile(file, 'utf8').catch((error: unknown) => {
    if (isMissing(error)) return '';
    throw error;
  });

/** Creates the function that resolves a path like a static host: to a status and a file or redirect target. */
function createResolver(files: ReadonlySet<string>, host: Behaviour, rewrites: readonly Rewrite[]) {
  const has = (path: string) => files.has(path.slice(1));
  const rewritten = (path: string) => rewrites.find(({ pattern }) => pattern.test(path))?.target;

  function inFiles(path: string): { status: number; to: string } | null {
    const isPage = path.endsWith('.html');
    const bare = path.replace(/\/$/, '');
    if (path === '/' || bare === '') return has('/index.html') ? { status: 200, to: '/index.html' } : null;
    if (isPage && has(path) && host.html !== 200)
      return { status: host.html, to: path.replace(/(\/index)?\.html$/, '') };
    if (has(path)) return { status: 200, to: path };
    if (path.endsWith('/')) {
      if (has(`${path}index.html`)) return { status: 200, to: `${path}index.html` };
      return has(`${bare}.html`) && host.slash !== 404 ? { status: host.slash, to: bare } : null;
    }
    if (has(`${path}.html`)) return { status: 200, to: `${path}.html` };
    if (!has(`${path}/index.html`)) return null;
    return host.folder === 200
      ? { status: 200, to: `${path}/index.html` }
      : { status: host.folder, to: `${path}/` };
  }

  return (path: string) => {
    if (HOST_CONFIG.test(path)) return null;
    if (host.rewritesFirst) return inFiles(rewritten(path) ?? path);
    const found = inFiles(path);
    const target = found === null ? rewritten(path) : undefined;
    return target === undefined ? found : inFiles(target);
  };
}

async function staticHostRule(folder: string, name: keyof typeof BEHAVIOURS) {
  const host = BEHAVIOURS[name];
  const site = join(folder, 'site');
  const files = new Set([...(await filesOf(site))]);
  const vercel = name === 'vercel' ? vercelRules(await readFile(join(folder, 'vercel.json'), 'utf8')) : null;
  const addHeaders: AddHeaders = vercel?.addHeaders ?? headerRules(await readOrEmpty(join(site, '_headers')));
  const rewrites = vercel?.rewrites ?? redirectRules(await readOrEmpty(join(site, '_redirects')));
  const resolvePath = createResolver(files, host, rewrites);
  return (path: string): HostResponse => {
    const found = resolvePath(path);
    const headers = (file: string) =>
      addHeaders(path, { 'Content-Type': contentTypeOf(file), 'Cache-Control': host.caching });
    if (found === null) return { status: 404, headers: headers('404.html'), file: 'site/404.html' };
    if (found.status !== 200) return { status: found.status, headers: { Location: found.to }, file: null };
    return { status: 200, headers: headers(found.to), file: join('site', found.to) };
  };
}

/** Simulates the bucket as `upload.sh` fills it, the CloudFront function in front of it, and the headers of the stack. */
async function bucketRule(folder: string, headers: Record<string, string>) {
  const { stored } = await uploadToBucket(folder);
  const context = createContext({});
  runInContext(await readFile(join(folder, 'router.js'), 'utf8'), context);
  return (path: string): HostResponse => {
    const event = JSON.stringify({ request: { uri: path } });
    const uri = String(runInContext(`handler(${event}).uri`, context));
    const found = stored.get(uri === '/' ? 'index.html' : uri.slice(1));
    const { file, headers: own } = found ?? stored.get('404.html') ?? { file: null, headers: {} };
    return { status: found === undefined ? 404 : 200, headers: { ...own, ...headers }, file };
  };
}

/** Creates the function that simulates a host's response to a path. Takes the folder of the export, and the host. */
export async function rulesOf(
  folder: string,
  name: Exclude<HostName, 'nginx'>,
): Promise<(path: string) => HostResponse> {
  if (name !== 's3') return staticHostRule(folder, name);
  const { stackHeaders } = await import('./rulesInFiles.ts');
  return bucketRule(folder, stackHeaders(await readFile(join(folder, 'stack.json'), 'utf8')));
}
