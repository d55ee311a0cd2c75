import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { nullIf, replaceFile } from './files.ts';
import { withLock } from './lock.ts';
import { integrityMap, pageHtml } from './pageHtml.ts';
import { withoutExpired } from './pointer.ts';
import { listedAddresses, readParts } from './prerendered.ts';
import {
  SHELL,
  folderOf,
  isStoreError,
  parsedOrNull,
  readPointer,
  readRecord,
  readSite,
  remotesIn,
} from './readStore.ts';
import { fileOfPage, planSite, releaseOf, type LeftOut, type SitePlan } from './registry.ts';
import { pagePathSchema, type SiteConfiguration } from './schema.ts';
import {
  SERVICE_WORKER,
  fillInFrom,
  indexFiles,
  licencesOf,
  serviceWorkerOf,
  type SitePage,
} from './siteFiles.ts';

// Everything in a store that follows from the pointers: pages, registry, files for search engines, and what may be tried.

/** A hidden file: the paths of the pages that were made last. */
const PATHS = '.pages.json';

/**
 * Renders every page of a site: the not-found page, the pages with their paths, and by name the other files that browsers
 * read, the registry last. Takes the store, its plan and the operator's configuration. Read-only.
 */
export async function makePages(store: string, plan: SitePlan, site: SiteConfiguration) {
  const { registry, records, shell } = plan;
  const template = await readFile(join(folderOf(store, SHELL), shell.version, shell.entry), 'utf8');
  const live = records.filter(({ name, version }) => registry.remotes[name]?.live.version === version);
  const parts = await readParts(store, shell, live);
  const htmlAt = (path: string | null) =>
    fillInFrom(site, pageHtml({ template, registry, records, shell, parts }, path));
  const declared = [shell, ...Object.values(registry.remotes)].flatMap(({ pages }) => pages);
  const paths = [...declared.map(({ path }) => path), ...listedAddresses(registry, parts)];
  const pages = paths.map((path) => ({ path, html: htmlAt(path) }));
  const unknown: SitePage = { path: null, html: htmlAt(null) };
  const texts: Record<string, string> = {
    ...indexFiles(site, [unknown, ...pages]),
    'licences.txt': await licencesOf(store, [shell, ...records]),
    [SERVICE_WORKER]: await serviceWorkerOf(store, shell, site),
    'registry.json': `${JSON.stringify(registry, null, 2)}\n`,
  };
  return { unknown, pages, texts };
}

/**
 * Makes the pages of a store anew, for a caller that holds its lock. Trusts remotes' files only as far as their schema.
 * Returns the releases that the pages do not offer, or null if no shell has been released.
 */
export async function deriveLocked(store: string): Promise<LeftOut[] | null> {
  const put = (file: string, text: string) => replaceFile(join(store, file), text);
  for (const name of await remotesIn(store)) await writeStaged(store, name);
  const plan = await planSite(store);
  if (plan === null) return null;
  const { unknown, pages, texts } = await makePages(store, plan, await readSite(store));
  const paths = pages.map(({ path }) => path);
  const last = await readFile(join(store, PATHS), 'utf8').catch(() => '[]');
  for (const path of parsedOrNull(last, z.array(pagePathSchema)) ?? [])
    if (!paths.includes(path)) await rm(join(store, fileOfPage(path)), { force: true });
  for (const { path, html } of pages) await put(fileOfPage(path), html);
  if (!paths.includes('/')) await put('index.html', unknown.html);
  await put('404.html', unknown.html);
  if (!('sitemap.xml' in texts)) await rm(join(store, 'sitemap.xml'), { force: true });
  for (const [file, text] of Object.entries(texts)) await put(file, text);
  await put(PATHS, JSON.stringify(paths));
  return plan.leftOut;
}

/**
 * Makes the pages of a store anew, as every move of a pointer does: after a change of site.json, or if a process was killed
 * before its move had made them. Takes the store; returns the same as `deriveLocked`.
 */
export const derive = (store: string): Promise<LeftOut[] | null> =>
  withLock(store, () => deriveLocked(store));

/** Writes what browsers may try of a remote, `staged.json`: its staged releases whose record can be read. */
async function writeStaged(store: string, name: string): Promise<void> {
  const pointer = await readPointer(store, name).catch(nullIf(isStoreError));
  if (pointer === null) return;
  const known: Record<string, object> = {};
  for (const { version } of withoutExpired(pointer, new Date()).staged) {
    const record = await readRecord(store, name, version).catch(nullIf(isStoreError));
    if (record === null) continue;
    const integrity = integrityMap([record], /\.(js|css)$/);
    known[version] = { title: record.title, pages: record.pages, release: releaseOf(record), integrity };
  }
  await replaceFile(join(folderOf(store, name), 'staged.json'), `${JSON.stringify(known, null, 2)}\n`);
}
