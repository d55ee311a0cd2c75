import { createContext, runInContext } from 'node:vm';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { contentTypeOf, filesOf, isMissing } from '@space/store';
import { uploadToBucket } from './bucket.ts';
import type { HostName } from './hosts.ts';
import { headerRules, redirectRules, vercelRules, type AddHeaders, type Rewrite } from './rulesInFiles.ts';

/** What a host does with a path: where it leads, or which file of the export it sends. */
export interface HostAnswer {
  status: number;
  headers: Record<string, string>;
  file: string | null;
}

/** How a host of files finds the file of an address, by its documentation; docs/go-live.md names the sources. */
interface Habits {
  /** The status with which `/about/` leads to `/about`, where there is `about.html`; 404: it does not. */
  slash: number;
  /** The same for `/about.html`; 200: it is sent. */
  html: number;
  /** The same for `/about`, where there is `about/index.html`. */
  folder: number;
  /** Rewrites come before files. */
  rewritesFirst?: true;
  caching: string;
}

const ANEW = 'public, max-age=0, must-revalidate';
const HABITS: Record<Exclude<HostName, 'nginx' | 's3'>, Habits> = {
  cloudflare: { slash: 308, html: 308, folder: 308, rewritesFirst: true, caching: ANEW },
  netlify: { slash: 301, html: 200, folder: 301, caching: ANEW },
  vercel: { slash: 308, html: 308, folder: 200, caching: ANEW },
  'github-pages': { slash: 404, html: 200, folder: 301, caching: 'max-age=600' },
};

/** What is never sent: the host reads it itself. */
const FOR_THE_HOST = /^\/_(headers|redirects)$/;

const textOf = async (file: string): Promise<string> =>
  readFile(file, 'utf8').catch((error: unknown) => {
    if (isMissing(error)) return '';
    throw error;
  });

/** Finds what a host of files answers, without its headers. */
function createFinder(files: ReadonlySet<string>, habits: Habits, rewrites: readonly Rewrite[]) {
  const has = (path: string) => files.has(path.slice(1));
  const rewritten = (path: string) => rewrites.find(({ pattern }) => pattern.test(path))?.target;

  function inFiles(path: string): { status: number; to: string } | null {
    const isPage = path.endsWith('.html');
    const bare = path.replace(/\/$/, '');
    if (path === '/' || bare === '') return has('/index.html') ? { status: 200, to: '/index.html' } : null;
    if (isPage && has(path) && habits.html !== 200)
      return { status: habits.html, to: path.replace(/(\/index)?\.html$/, '') };
    if (has(path)) return { status: 200, to: path };
    if (path.endsWith('/')) {
      if (has(`${path}index.html`)) return { status: 200, to: `${path}index.html` };
      return has(`${bare}.html`) && habits.slash !== 404 ? { status: habits.slash, to: bare } : null;
    }
    if (has(`${path}.html`)) return { status: 200, to: `${path}.html` };
    if (!has(`${path}/index.html`)) return null;
    return habits.folder === 200
      ? { status: 200, to: `${path}/index.html` }
      : { status: habits.folder, to: `${path}/` };
  }

  return (path: string) => {
    if (FOR_THE_HOST.test(path)) return null;
    if (habits.rewritesFirst) return inFiles(rewritten(path) ?? path);
    const found = inFiles(path);
    const target = found === null ? rewritten(path) : undefined;
    return target === undefined ? found : inFiles(target);
  };
}

async function filesRule(folder: string, name: keyof typeof HABITS) {
  const habits = HABITS[name];
  const site = join(folder, 'site');
  const files = new Set([...(await filesOf(site))]);
  const vercel = name === 'vercel' ? vercelRules(await readFile(join(folder, 'vercel.json'), 'utf8')) : null;
  const addHeaders: AddHeaders = vercel?.addHeaders ?? headerRules(await textOf(join(site, '_headers')));
  const rewrites = vercel?.rewrites ?? redirectRules(await textOf(join(site, '_redirects')));
  const find = createFinder(files, habits, rewrites);
  return (path: string): HostAnswer => {
    const found = find(path);
    const headers = (file: string) =>
      addHeaders(path, { 'Content-Type': contentTypeOf(file), 'Cache-Control': habits.caching });
    if (found === null) return { status: 404, headers: headers('404.html'), file: 'site/404.html' };
    if (found.status !== 200) return { status: found.status, headers: { Location: found.to }, file: null };
    return { status: 200, headers: headers(found.to), file: join('site', found.to) };
  };
}

/** The bucket as `upload.sh` fills it, the function in front of it, and the headers of the stack. */
async function bucketRule(folder: string, headers: Record<string, string>) {
  const { stored } = await uploadToBucket(folder);
  const context = createContext({});
  runInContext(await readFile(join(folder, 'router.js'), 'utf8'), context);
  return (path: string): HostAnswer => {
    const asked = JSON.stringify({ request: { uri: path } });
    const uri = String(runInContext(`handler(${asked}).uri`, context));
    const found = stored.get(uri === '/' ? 'index.html' : uri.slice(1));
    const { file, headers: own } = found ?? stored.get('404.html') ?? { file: null, headers: {} };
    return { status: found === undefined ? 404 : 200, headers: { ...own, ...headers }, file };
  };
}

/** What a host answers to a path, by its rules and by what the export says to it. Takes the folder of the export. */
export async function rulesOf(
  folder: string,
  name: Exclude<HostName, 'nginx'>,
): Promise<(path: string) => HostAnswer> {
  if (name !== 's3') return filesRule(folder, name);
  const { stackHeaders } = await import('./rulesInFiles.ts');
  return bucketRule(folder, stackHeaders(await readFile(join(folder, 'stack.json'), 'utf8')));
}
