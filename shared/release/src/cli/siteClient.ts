import { cp, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { SHELL, originSchema, storeError } from '@space/store';
import { create } from 'tar';
import { sourceOf } from '../places.ts';
import { withCandidate } from '../releaseApp.ts';
import { quietly, shown } from '../steps.ts';
import { nameIn, percentIn, type Call, type Outcome, type SiteAccess } from './call.ts';

// The commands of a team that a site runs (docs/own-a-remote.md). Only the build and its checks run on this machine.

function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return (cause instanceof Error ? cause.message || cause.name : String(cause)).replace(/\.$/, '');
}

/** Requests what a command prints at a site. Throws an Error if there was no response; the site may have run it. */
async function request(call: Call, { site, token }: SiteAccess, path = '', init: RequestInit = {}) {
  const accept = call.isJson ? 'application/json' : 'text/plain';
  const headers = { Authorization: `Bearer ${token}`, Accept: accept };
  // A redirect would send the token to another address.
  const options: RequestInit = { redirect: 'error', headers, ...init };
  const response = await fetch(`${site}/_releases/${nameIn(call)}${path}`, options)
    .then(async (got) => ({ isDone: got.ok, status: got.status, text: (await got.text()).trim() }))
    .catch((error: unknown) => {
      const advice =
        init.method === 'POST'
          ? 'Check `releases` before you try again.'
          : 'Try again: repeating it is safe.';
      throw new Error(`${site} did not answer: ${reasonOf(error)}. ${advice}`, { cause: error });
    });
  if (/^<|^$/.test(response.text))
    throw new Error(`${site} answered with ${response.status}: it accepts no releases.`);
  return response;
}

/** Builds and checks the remote on this machine, where its source is, and uploads the build. */
async function upload(command: string, call: Call, access: SiteAccess) {
  const remote = nameIn(call);
  const { isBuilt, isJson, message, args } = call;
  const query = new URLSearchParams({
    ...(message !== undefined && { message }),
    ...(command === 'stage' && { stage: 'true' }),
    ...(command === 'canary' && { canary: String(percentIn(args[1] ?? '')) }),
  });
  // The token is checked first, before a build that takes a minute.
  const tokenCheck = await request(call, access, '/token');
  if (!tokenCheck.isDone) return tokenCheck;
  const from = sourceOf(remote, call.from);
  const step = isBuilt || isJson ? quietly : shown;
  return withCandidate(remote, { from, isBuilt, step }, async ({ record, folder }) => {
    const archive = await packBuild(from, folder, originSchema.parse(record));
    const body = new Blob([archive], { type: 'application/gzip' });
    return step(`releasing at ${access.site}`, () =>
      request(call, access, `?${query}`, { method: 'PUT', body }),
    );
  });
}

function move(command: string, call: Call, access: SiteAccess) {
  const [, arg] = call.args;
  const own = command === 'canary' ? { percent: percentIn(arg ?? '') } : { version: arg || undefined };
  const body = new Blob([JSON.stringify({ message: call.message, ...own })], { type: 'application/json' });
  return request(call, access, `/${command}`, { method: 'POST', body });
}

/** Runs a command on a site, as if typed there, and returns its output. Throws an Error when the site does not respond. */
export async function runAtSite(command: string, call: Call, access: SiteAccess): Promise<Outcome> {
  if (call.args.length === 0) throw storeError('Name the remote: a token is for one remote.');
  if (nameIn(call) === SHELL) throw storeError('The shell can be released only on the machine of its store.');
  const isReport = command === 'releases';
  const isUpload = ['release', 'stage'].includes(command) || (command === 'canary' && !call.isSame);
  const run = isUpload ? upload : isReport ? () => request(call, access) : move;
  const { text, isDone } = await run(command, call, access);
  // With --json the site answers with the object that the command printed there.
  const { command: _, ok: __, ...data } = call.isJson ? (JSON.parse(text) as Record<string, unknown>) : {};
  // The site does not know under which address it is reached.
  const lines = text.replace(/^Try it: (?=\/)/m, `$&${access.site}`).split('\n');
  return { lines, data, isDone, ...(isReport && { isReport }) };
}

/** The server's limit, checked before the upload. */
const MAX_BYTES = 50 * 1024 * 1024;
/** Vite's manifest and its folder: the server reads from it which files each page needs. */
const VITE_MANIFEST = /^\.vite([\\/]manifest\.json)?$/;
/** Whether a path below the build's folder is packed: no hidden files, except Vite's manifest. */
const isPacked = (path: string) =>
  path.startsWith('.vite') ? VITE_MANIFEST.test(path) : !basename(path).startsWith('.');

/** Packs a build as a gzipped tar archive with resolved links, and where it comes from. Throws an Error if it is too large. */
export async function packBuild(folder: string, dist: string, origin?: object) {
  const stage = await mkdtemp(join(tmpdir(), 'space-archive-'));
  const put = (file: string, value: object) => writeFile(join(stage, file), JSON.stringify(value));
  try {
    // The other fields are private to the team.
    const manifest = await readFile(join(folder, 'package.json'), 'utf8');
    const { name, version } = JSON.parse(manifest) as Record<string, unknown>;
    await put('package.json', { name, version });
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
