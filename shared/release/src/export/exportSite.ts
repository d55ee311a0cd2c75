import { copyFile, mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
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
  isCompressed,
  isMissing,
  makePages,
  orStoreError,
  planSite,
  readPointer,
  readRecord,
  readSite,
  remotesIn,
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
  const { url, files, copies, shows, notes } = await planExport(store, environment);
  await checkFolder(folder, store);
  await writeExport(folder, files, copies);
  const lines = [
    `${folder}/site holds ${shows}: the whole site for ${url}.`,
    ...notes,
    `${folder} also holds nginx.conf and a Caddyfile; Cloudflare Pages and Netlify read _headers. docs/go-live.md says how to upload, and what files alone cannot do.`,
  ];
  return { lines, data: { folder, shows, notes }, isDone: true };
}

/**
 * Reads what an export consists of, and writes nothing. Takes the store and the environment, which overrides `site.json`;
 * returns the files with their text, and the copies as pairs of paths. Throws StoreError if the site cannot be exported.
 */
async function planExport(store: string, { SITE_URL, SUPABASE_URL, SUPABASE_KEY }: NodeJS.ProcessEnv) {
  const configured = await readSite(store);
  const url = readSiteUrl(SITE_URL) ?? configured.url;
  const supabase = SUPABASE_URL ? readHostedProject(SUPABASE_URL, SUPABASE_KEY ?? '') : configured.supabase;
  if (url === undefined || supabase === undefined)
    throw storeError(
      'Exported files contain the address of the site and its backend: set SITE_URL, SUPABASE_URL and SUPABASE_KEY, or write "url" and "supabase" into site.json.',
    );
  if (!url.startsWith('https:')) throw storeError(`${url} is not an address with TLS (https://…).`);
  readHostedProject(supabase.url, supabase.publishableKey);
  const site = { ...configured, url, supabase };
  const plan = await planSite(store);
  if (plan === null) throw storeError(`There is nothing to export: no shell is released in ${store}.`);
  const { unknown, pages, texts } = await makePages(store, plan, site);
  const all = [unknown, ...pages];
  const releases = await releasesOf(store, plan.registry);
  const host = {
    url,
    headers: { ...headersOfAll(site, all), 'Strict-Transport-Security': STRICT_TRANSPORT },
    paths: pages.map(({ path }) => path),
  };
  const redirects = redirectsFile(host);
  const inSite = {
    ...texts,
    _headers: headersFile(host),
    ...(redirects !== '' && { _redirects: redirects }),
    '404.html': unknown.html,
    ...Object.fromEntries(pages.map(({ path, html }) => [flatFileOf(path), html])),
  };
  const offered = Object.entries(plan.registry.remotes).map(([name, { live }]) => `${name} ${live.version}`);
  return {
    url,
    files: {
      ...Object.fromEntries(Object.entries(inSite).map(([file, text]) => [join('site', file), text])),
      'nginx.conf': nginxFile(host),
      Caddyfile: caddyFile(host),
    },
    copies: releases.copies,
    shows: [`${SHELL} ${plan.registry.shell}`, ...offered].join(', '),
    notes: [
      ...releases.notes,
      ...plan.leftOut.map(({ name, version, reason }) => `Left out: ${name} ${version}: ${reason}`),
    ],
  };
}

/**
 * The files of every intact release that was ever live: open tabs request older ones. Damaged ones are left out with a note;
 * throws StoreError if visitors get a damaged one.
 */
async function releasesOf(store: string, { shell, remotes }: Registry) {
  const copies: [from: string, to: string][] = [];
  const notes: string[] = [];
  for (const name of [SHELL, ...(await remotesIn(store))]) {
    const { live, previous, canary } = remotes[name] ?? {};
    const offered = name === SHELL ? [shell] : [live?.version, previous?.version, canary?.release.version];
    const known = versionsOfVisitors(await readPointer(store, name));
    for (const version of (await versionsOf(store, name)).filter((one) => known.has(one))) {
      const files = await filesOfRelease(store, name, version);
      if (typeof files !== 'string') copies.push(...files);
      else if (offered.includes(version))
        throw storeError(`${name} ${version} is shown to visitors but is not intact: ${files}.`);
      else notes.push(`Left out: ${name} ${version}: ${files}.`);
    }
  }
  return { copies, notes };
}

/** The files of a release that browsers request, as pairs of paths; a message if the release is damaged. */
async function filesOfRelease(store: string, name: string, version: string) {
  const folder = join(folderOf(store, name), version);
  const record = await orStoreError(readRecord(store, name, version));
  if (record instanceof Error) return record.message;
  const { files } = record;
  const altered = await alteredFile(folder, files);
  if (altered !== null) return `${altered} does not match its record`;
  const compressed = (await filesOf(folder)).filter((file) => isCompressed(file, files));
  return (
    [...Object.keys(files), ...compressed]
      // HTML in a release is what pages are made from.
      .filter((file) => !/\.html(\.(br|gz))?$/.test(file))
      .map((file): [string, string] => [join(folder, file), join('site', addressOf(name, version), file)])
  );
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

/** Writes an export beside the earlier one, and then takes its place; other files in the folder stay. */
async function writeExport(
  folder: string,
  files: Readonly<Record<string, string>>,
  copies: readonly (readonly [from: string, to: string])[],
): Promise<void> {
  await mkdir(folder, { recursive: true });
  const draft = await mkdtemp(join(folder, '.draft-'));
  const place = async (file: string) => {
    await mkdir(dirname(join(draft, file)), { recursive: true });
    return join(draft, file);
  };
  try {
    for (const [from, to] of copies) await copyFile(from, await place(to));
    for (const [file, text] of Object.entries(files)) await writeFile(await place(file), text);
    for (const entry of ENTRIES) {
      await rm(join(folder, entry), { recursive: true, force: true });
      await rename(join(draft, entry), join(folder, entry));
    }
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}
