import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import {
  EMPTY_POINTER,
  SHELL,
  isStoreError,
  readPointer,
  readRecord,
  requireCurrentStore,
  setAside,
  type Pointer,
} from '@space/store';
import { REMOTES, SITE, UNREADABLE } from './places.ts';
import { orExitCode } from './steps.ts';

// `npm start` in one process: releases what the store has never had, serves the store, and then compares the sources with
// it. It never moves a pointer that a person has moved. `--release-only`: serves nothing, for the image of a container and for
// tests. `--set-aside`: first gives a store of a former kind another name. The build tools are loaded on demand: they load
// slowly, and most starts build nothing.

type Apps = Awaited<ReturnType<typeof releaseNewApps>>;

/** Logs a StoreError and returns null, so that one team's unreadable files do not affect the others. */
async function orLog<T>(reading: Promise<T>): Promise<T | null> {
  return reading.catch((error: unknown) => {
    if (!isStoreError(error)) throw error;
    console.error(error.message);
    return null;
  });
}

const wasNeverReleased = (pointer: Pointer) => JSON.stringify(pointer) === JSON.stringify(EMPTY_POINTER);

/** Builds and releases what the store has never had, or reports why not. Returns all apps with their former pointers. */
async function releaseNewApps(store: string) {
  await mkdir(store, { recursive: true });
  const failures = [...UNREADABLE];
  const names = [SHELL, ...REMOTES.map((remote) => remote.name)];
  const found = names.map(async (name) => ({ name, pointer: await orLog(readPointer(store, name)) }));
  const apps = (await Promise.all(found)).flatMap(({ name, pointer }) => (pointer ? { name, pointer } : []));
  const added = apps.filter(({ pointer }) => wasNeverReleased(pointer)).map(({ name }) => name);
  if (added.length > 0) {
    const { buildMany, releaseBuilt } = await import('./build.ts');
    const built = await buildMany(added);
    const { released, failures: refused } = await releaseBuilt(store, built.candidates);
    failures.push(...built.failures, ...refused);
    const versions = released.map(({ record }) => `${record.name} ${record.version}`).join(', ');
    if (versions !== '') console.log(`Released for the first time: ${versions}`);
  }
  for (const { name, reason } of failures) console.error(`${name} is skipped in this start. ${reason}`);
  return apps;
}

/** Builds the operator's page if its sources have changed, and lists the apps whose sources differ from the live release. */
async function compareSources(store: string, apps: Apps): Promise<void> {
  const { buildOperatePage } = await import('./build.ts');
  const { isFromCurrentSource } = await import('./sources.ts');
  await buildOperatePage();
  const differing: string[] = [];
  for (const { name, pointer } of apps) {
    if (pointer.live === null) continue;
    const record = await orLog(readRecord(store, name, pointer.live.version));
    if (record?.source !== undefined && !(await isFromCurrentSource(record))) differing.push(name);
  }
  if (differing.length > 0)
    console.log(
      `The sources of ${differing.join(', ')} differ from what is live. \`npm run release -- <name>\` releases one.`,
    );
}

async function start(store: string, option?: string): Promise<void> {
  if (option === '--set-aside') console.log(`The former store is kept as ${await setAside(store)}.`);
  await requireCurrentStore(store);
  const apps = await releaseNewApps(store);
  if (option === '--release-only') return compareSources(store, apps);
  const { serve } = await import('@space/server/serve');
  await serve(() => compareSources(store, apps));
}

await orExitCode(start(resolve(process.env['STORE_DIR'] || SITE), process.argv[2]));
