import { cp, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { create } from 'tar';

// The requests of a team to a site that accepts releases. docs/own-a-remote.md describes them.

/** A site that accepts releases, without a trailing slash, and the team's token. */
export interface SiteAccess {
  site: string;
  token: string;
}

interface SiteRequest {
  method?: 'GET' | 'PUT' | 'POST';
  remote: string;
  /** The last path segment: 'rollback'; absent for a release, and for the list of releases. */
  action?: string;
  query?: Readonly<Record<string, string | number>>;
  /** An archive, or an object that is sent as JSON. */
  body?: Uint8Array<ArrayBuffer> | object;
  /** Requests the object that a command prints with `--json` instead of its text. */
  isJson?: boolean;
}

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** Checks the address of a site; returns it without a trailing slash. Throws an Error if it is invalid. */
export function siteAddress(site: string): string {
  const url = URL.canParse(site) ? new URL(site) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.href !== `${url.origin}/`)
    throw new Error(`--site is the address that people open, as in https://planner.example, not ${site}.`);
  return url.origin;
}

/**
 * Checks the address of a site and a token before anything is sent. Throws an Error if one is invalid or missing; its
 * message never contains the token.
 */
export function readAccess(site: string, token = ''): SiteAccess {
  const url = new URL(siteAddress(site));
  if (url.protocol === 'http:' && !LOOPBACK.test(url.hostname))
    throw new Error(`The token would be sent to ${site} unencrypted: use https://.`);
  if (token.trim() === '')
    throw new Error('Set SPACE_TOKEN to the token that the operator gave you (or use --token).');
  if (!/^[\w-]+$/.test(token.trim())) throw new Error('SPACE_TOKEN is not a token (space_…).');
  return { site: url.origin, token: token.trim() };
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return (cause instanceof Error ? cause.message || cause.name : String(cause)).replace(/\.$/, '');
}

/**
 * Requests a release, a move or a report from a site. Takes the site and the request; returns whether it succeeded, and the
 * output of the command or the reason why it was not run. Throws an Error if there was no response; the site may have executed
 * the request nevertheless.
 */
export async function requestSite({ site, token }: SiteAccess, request: SiteRequest) {
  const { method = 'GET', remote, action, query = {}, body, isJson = false } = request;
  const url = new URL(['/_releases', remote, action].filter(Boolean).join('/'), site);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));
  const headers = { Authorization: `Bearer ${token}`, Accept: isJson ? 'application/json' : 'text/plain' };
  const isArchive = body instanceof Uint8Array;
  const content = body && {
    body: isArchive ? body : JSON.stringify(body),
    headers: { ...headers, 'Content-Type': isArchive ? 'application/gzip' : 'application/json' },
  };
  // A redirect would send the token to another address.
  const response = await fetch(url, { method, redirect: 'error', headers, ...content })
    .then(async (got) => ({ isDone: got.ok, status: got.status, text: (await got.text()).trim() }))
    .catch((error: unknown) => {
      const advice =
        method === 'POST' ? 'Check `releases` before you try again.' : 'Try again: repeating it is safe.';
      throw new Error(`${site} did not answer: ${reasonOf(error)}. ${advice}`, { cause: error });
    });
  if (/^<|^$/.test(response.text))
    throw new Error(`${site} answered with ${response.status}: it accepts no releases.`);
  return response;
}

/** The server's limit, checked before the upload. */
const MAX_BYTES = 50 * 1024 * 1024;
/** Vite's manifest and its folder: the server reads from it which files each page needs. */
const VITE_MANIFEST = /^\.vite([\\/]manifest\.json)?$/;
/** Whether a path below the build's folder is packed: no hidden files, except Vite's manifest. */
const isPacked = (path: string) =>
  path.startsWith('.vite') ? VITE_MANIFEST.test(path) : !basename(path).startsWith('.');

/**
 * Packs a build for `PUT /_releases/<remote>`: a gzipped tar archive with resolved links. Takes the folder of the source, the
 * folder of the build, and where it comes from, as in the release record. Throws an Error if the archive is too large.
 */
export async function packBuild(
  folder: string,
  dist: string,
  origin?: object,
): Promise<Uint8Array<ArrayBuffer>> {
  const stage = await mkdtemp(join(tmpdir(), 'space-archive-'));
  const put = (file: string, value: object) => writeFile(join(stage, file), JSON.stringify(value));
  try {
    // The other fields are private to the team.
    const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Record<
      'name' | 'version',
      unknown
    >;
    await put('package.json', { name: manifest.name, version: manifest.version });
    if (origin !== undefined) await put('origin.json', origin);
    await cp(join(folder, 'remote.json'), join(stage, 'remote.json'));
    const filter = (path: string) => isPacked(relative(dist, path));
    await cp(dist, join(stage, 'dist'), { recursive: true, dereference: true, filter });
    const chunks: Buffer[] = [];
    const packed = create({ gzip: true, portable: true, cwd: stage }, await readdir(stage));
    for await (const chunk of packed) chunks.push(chunk);
    const archive = Buffer.concat(chunks);
    if (archive.length > MAX_BYTES)
      throw new Error(
        `The build in ${dist} has ${Math.ceil(archive.length / 1024 / 1024)} MB; a site takes 50.`,
      );
    return archive;
  } finally {
    await rm(stage, { recursive: true, force: true });
  }
}
