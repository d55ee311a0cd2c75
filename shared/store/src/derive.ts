import { readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseRegistry, type Registry } from '@space/federation';
import { deriveRegistry, type RemoteFolder, type LeftOut } from './deriveRegistry.ts';
import { fillInFrom } from './fillIn.ts';
import { removeDeadDrafts, replaceFile } from './files.ts';
import { writeHostFiles } from './hostFiles.ts';
import { SHELL, folderOf } from './layout.ts';
import { LICENCES_FILE, licencesOf } from './licences.ts';
import { withLock } from './lock.ts';
import { fileOfPage, listedAddresses, pathsOf } from './pageAddresses.ts';
import { pageHtml } from './pageHtml.ts';
import { readParts } from './pageParts.ts';
import { previousOf } from './pointerMoves.ts';
import { readPointer, readRecord, readSite, remotesIn } from './readStore.ts';
import { pagePathSchema, type ReleaseRecord, type SiteConfiguration } from './schema.ts';
import { SERVICE_WORKER, serviceWorkerOf } from './serviceWorker.ts';
import { isDenied, isStoreError } from './storeError.ts';

/** A hidden file for `derive` itself: the paths of the pages of its last run. */
const PATHS = '.pages.json';

/** The result of deriving. */
export interface Derived {
  registry: Registry;
  leftOut: LeftOut[];
}

/**
 * Reads the releases of a remote that visitors may get: live, canary and previous. An unreadable release is served to no
 * one, and affects only its own team.
 */
export async function readFolder(store: string, name: string): Promise<RemoteFolder | LeftOut> {
  try {
    const pointer = await readPointer(store, name);
    const versions = [pointer.live?.version, pointer.canary?.version, previousOf(pointer)].filter(
      (version) => typeof version === 'string',
    );
    const records = new Map<string, ReleaseRecord | Error>();
    for (const version of versions) {
      records.set(
        version,
        await readRecord(store, name, version).catch((error: unknown) => {
          if (isStoreError(error)) return error;
          throw error;
        }),
      );
    }
    return { name, pointer, records };
  } catch (error) {
    if (!isStoreError(error)) throw error;
    return { name, version: 'unknown', reason: error.message };
  }
}

/** Reads the shell that pages are made from: the live release, or the previous one if the live one is unreadable. */
async function readShell(store: string): Promise<{ shell: ReleaseRecord; notes: LeftOut[] } | null> {
  const pointer = await readPointer(store, SHELL);
  if (pointer.live === null) return null;
  const { version } = pointer.live;
  try {
    return { shell: await readRecord(store, SHELL, version), notes: [] };
  } catch (error) {
    const before = previousOf(pointer);
    if (!isStoreError(error) || before === null) throw error;
    const notes = [{ name: SHELL, version, reason: error.message }];
    return { shell: await readRecord(store, SHELL, before), notes };
  }
}

/**
 * Computes what the pages of a store are made from, by its pointers; null if no shell has been released. Read-only.
 */
export async function planSite(store: string) {
  const found = await readShell(store);
  if (found === null) return null;
  const { shell, notes } = found;
  const folders = await Promise.all((await remotesIn(store)).map((name) => readFolder(store, name)));
  const broken = folders.filter((folder): folder is LeftOut => 'reason' in folder);
  const readable = folders.filter((folder): folder is RemoteFolder => !('reason' in folder));
  const plan = deriveRegistry(shell, readable);
  return { ...plan, shell, leftOut: [...notes, ...broken, ...plan.leftOut] };
}

/**
 * Renders every page of a site: the not-found page and the pages with their paths; and by name the other files that
 * browsers read, the registry last. Takes the store, its plan and the operator's configuration. Read-only.
 */
export async function makePages(
  store: string,
  { registry, records, shell }: NonNullable<Awaited<ReturnType<typeof planSite>>>,
  site: SiteConfiguration,
) {
  const template = await readFile(join(folderOf(store, SHELL), shell.version, shell.entry), 'utf8');
  const live = records.filter(({ name, version }) => registry.remotes[name]?.live.version === version);
  const parts = await readParts(store, shell, live);
  const pageAt = <Path extends string | null>(path: Path) => ({
    path,
    html: fillInFrom(site, pageHtml({ template, registry, records, shell, parts }, path)),
  });
  const paths = [...pathsOf(registry, shell), ...listedAddresses(registry, parts)];
  const texts = {
    [LICENCES_FILE]: await licencesOf(store, [shell, ...records]),
    [SERVICE_WORKER]: await serviceWorkerOf(store, shell, site),
    'registry.json': registryText(registry),
  };
  return { unknown: pageAt(null), pages: paths.map((path) => pageAt(path)), texts };
}

/**
 * Writes everything that is derived from the pointers: `registry.json`, a page for each path and one for unknown paths, and
 * the files for hosts and search engines (hostFiles.ts). Trusts remotes' files only as far as their schema. May run at any
 * time, by any user who may write the store.
 *
 * Takes the store; returns the registry and what was left out of it, or null if no shell has been released.
 */
export async function derive(store: string): Promise<Derived | null> {
  return withLock(store, async () => {
    const plan = await planSite(store);
    if (plan === null) return null;
    const { registry, leftOut } = plan;
    const site = await readSite(store);
    const { unknown, pages, texts } = await makePages(store, plan, site);
    const paths = pages.map(({ path }) => path);
    const last = await lastRegistry(store);
    const gone = (await lastPaths(store, last)).filter((path) => !paths.includes(path));
    for (const path of gone) await rm(join(store, fileOfPage(path)), { force: true });
    const put = (file: string, text: string) => replaceFile(join(store, file), text);
    for (const { path, html } of pages) await put(fileOfPage(path), html);
    if (!paths.includes('/')) await put('index.html', unknown.html);
    await put('404.html', unknown.html);
    await writeHostFiles(store, site, [unknown, ...pages]);
    for (const [file, text] of Object.entries(texts)) await put(file, text);
    await replaceFile(join(store, PATHS), JSON.stringify(paths));
    for (const path of new Set(['/', ...paths, ...gone]))
      await removeDeadDrafts(join(store, dirname(fileOfPage(path))));
    return { registry, leftOut };
  });
}

/** The text of `registry.json`. */
export const registryText = (registry: Registry) => `${JSON.stringify(registry, null, 2)}\n`;

/** The registry of the last run. */
async function lastRegistry(store: string): Promise<Registry | null> {
  try {
    return parseRegistry(JSON.parse(await readFile(join(store, 'registry.json'), 'utf8')));
  } catch {
    // No last run, or an unreadable registry: at worst, a page that no one owns is left over.
    return null;
  }
}

/** The paths of the last run's pages; in a store without `.pages.json`, without addresses that remotes listed. */
async function lastPaths(store: string, last: Registry | null): Promise<string[]> {
  try {
    const paths: unknown = JSON.parse(await readFile(join(store, PATHS), 'utf8'));
    if (Array.isArray(paths)) return paths.filter((path) => pagePathSchema.safeParse(path).success);
  } catch {
    // There was no last run.
  }
  return last === null ? [] : pathsOf(last, { pages: [] });
}

/** Derives if this process may write the store; otherwise returns 'denied', and the operator has to derive. */
export async function deriveIfAllowed(store: string): Promise<Derived | null | 'denied'> {
  return derive(store).catch((error: unknown) => {
    if (isDenied(error)) return 'denied';
    throw error;
  });
}
