import { cp, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import type { Registry } from '@space/federation';
import { readHostedProject, readSiteUrl } from '@space/server/settings';
import {
  SHELL,
  STRICT_TRANSPORT,
  addressOf,
  alteredFile,
  filesOf,
  folderOf,
  headersOfAll,
  isMissing,
  makePages,
  orStoreError,
  planSite,
  readPointer,
  readRecord,
  readSite,
  remotesIn,
  replaceFile,
  storeError,
  versionsOf,
  versionsOfVisitors,
} from '@space/store';
import type { Call, Outcome } from '../cli/call.ts';
import { caddyFile, flatFileOf, headersFile, nginxFile, redirectsFile } from './hosts.ts';

/** The entries of an export; only these are replaced by the next one. */
const ENTRIES = ['site', 'nginx.conf', 'Caddyfile'];

/** `export <folder>`: writes the released site as files for any web server (docs/go-live.md). */
export async function exportSite({ store, environment, cwd, args: [path = ''] }: Call): Promise<Outcome> {
  const folder = resolve(cwd, path);
  const site = await readSettings(store, environment);
  const { url } = site;
  const plan = await planSite(store);
  if (plan === null) throw storeError(`There is nothing to export: no shell is released in ${store}.`);
  const { registry, leftOut } = plan;
  const { unknown, pages, texts } = await makePages(store, plan, site);
  const { copies, notes } = await releasesOf(store, registry);
  const headers = {
    ...headersOfAll(site, [unknown, ...pages]),
    'Strict-Transport-Security': STRICT_TRANSPORT,
  };
  const host = { url, headers, paths: pages.map((page) => page.path) };
  const redirects = redirectsFile(host);
  const inSite = {
    ...texts,
    _headers: headersFile(host),
    ...(redirects !== '' && { _redirects: redirects }),
    '404.html': unknown.html,
    ...Object.fromEntries(pages.map((page) => [flatFileOf(page.path), page.html])),
  };
  await checkFolder(folder, store);
  await mkdir(folder, { recursive: true });
  // Written beside the earlier export, whose place it then takes; other files in the folder stay.
  const draft = await mkdtemp(join(folder, '.draft-'));
  try {
    for (const [from, to] of copies) await cp(from, join(draft, 'site', to), { dereference: true });
    for (const [file, text] of Object.entries(inSite)) await replaceFile(join(draft, 'site', file), text);
    await replaceFile(join(draft, 'nginx.conf'), nginxFile(host));
    await replaceFile(join(draft, 'Caddyfile'), caddyFile(host));
    for (const entry of ENTRIES) {
      await rm(join(folder, entry), { recursive: true, force: true });
      await rename(join(draft, entry), join(folder, entry));
    }
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  const offered = Object.entries(registry.remotes).map(([name, { live }]) => `${name} ${live.version}`);
  const shows = [`${SHELL} ${registry.shell}`, ...offered].join(', ');
  for (const one of leftOut) notes.push(`Left out: ${one.name} ${one.version}: ${one.reason}`);
  const lines = [
    `${folder}/site holds ${shows}: the whole site for ${url}.`,
    ...notes,
    `${folder} also holds nginx.conf and a Caddyfile; Cloudflare Pages and Netlify read _headers. docs/go-live.md says how to upload, and what files alone cannot do.`,
  ];
  return { lines, data: { folder, shows, notes }, isDone: true };
}

/** The settings of a site without our server: of the environment, else of `site.json`. Throws StoreError without them. */
async function readSettings(store: string, { SITE_URL, SUPABASE_URL, SUPABASE_KEY }: NodeJS.ProcessEnv) {
  const site = await readSite(store);
  const url = readSiteUrl(SITE_URL) ?? site.url;
  const supabase = SUPABASE_URL ? readHostedProject(SUPABASE_URL, SUPABASE_KEY ?? '') : site.supabase;
  if (url === undefined || supabase === undefined)
    throw storeError(
      'Exported files contain the address of the site and its backend: set SITE_URL, SUPABASE_URL and SUPABASE_KEY, or write "url" and "supabase" into site.json.',
    );
  if (!url.startsWith('https:')) throw storeError(`${url} is not an address with TLS (https://…).`);
  readHostedProject(supabase.url, supabase.publishableKey);
  return { ...site, url, supabase };
}

/** The files of all releases that were ever live: open tabs request older ones. Throws StoreError if a live one is damaged. */
async function releasesOf(store: string, { shell, remotes }: Registry) {
  const copies: [from: string, to: string][] = [];
  const notes: string[] = [];
  for (const name of [SHELL, ...(await remotesIn(store))]) {
    const { live, previous, canary } = remotes[name] ?? {};
    const offered = name === SHELL ? [shell] : [live?.version, previous?.version, canary?.release.version];
    const known = versionsOfVisitors(await readPointer(store, name));
    for (const version of (await versionsOf(store, name)).filter((one) => known.has(one))) {
      const folder = join(folderOf(store, name), version);
      const files = await filesOfRelease(store, name, version, folder);
      if (typeof files !== 'string')
        copies.push(
          ...files.map((file): [string, string] => [join(folder, file), addressOf(name, version) + file]),
        );
      else if (offered.includes(version))
        throw storeError(`${name} ${version} is shown to visitors but is not intact: ${files}.`);
      else notes.push(`Left out: ${name} ${version}: ${files}.`);
    }
  }
  return { copies, notes };
}

/** The files of a release that browsers request, compressed ones too; a message if the release is damaged. */
async function filesOfRelease(store: string, name: string, version: string, folder: string) {
  const record = await orStoreError(readRecord(store, name, version));
  if (record instanceof Error) return record.message;
  const altered = await alteredFile(folder, record.files);
  if (altered !== null) return `${altered} does not match its record`;
  const listed = Object.keys(record.files);
  const compressed = (await filesOf(folder)).filter((file) =>
    listed.includes(file.replace(/\.(br|gz)$/, '')),
  );
  // HTML in a release is what pages are made from.
  return [...new Set([...listed, ...compressed])].filter((file) => !/\.html(\.(br|gz))?$/.test(file));
}

/** Throws StoreError unless a folder is missing, empty or an earlier export, and lies outside of the store. */
async function checkFolder(folder: string, store: string): Promise<void> {
  // A folder that contains the store is not empty.
  if (`${folder}${sep}`.startsWith(`${store}${sep}`))
    throw storeError(`${folder} lies in the store ${store}: name another folder.`);
  const namesIn = (some: string) =>
    readdir(some).catch((error: unknown): string[] => {
      if (isMissing(error)) return [];
      throw storeError(`${some} is not a readable folder.`, error);
    });
  const [names, inSite] = [await namesIn(folder), await namesIn(join(folder, 'site'))];
  const isForeign = names.some((name) => !name.startsWith('.') && !ENTRIES.includes(name));
  if (isForeign || (inSite.length > 0 && !inSite.includes('_headers')))
    throw storeError(
      `${folder} is not empty and contains no export. Nothing was written; name another folder.`,
    );
}
