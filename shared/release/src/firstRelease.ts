import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { EMPTY_POINTER, SHELL, isStoreError, readPointer, readRecord, type Pointer } from '@space/store';
import { REMOTES, ROOT, UNREADABLE } from './places.ts';

// What `npm start` does besides serving. It never moves a pointer that a person has moved. The build tools are loaded on
// demand: they load slowly, and most starts build nothing.

/** Logs a StoreError and returns null, so that one team's unreadable files do not affect the others. */
async function orLog<T>(reading: Promise<T>): Promise<T | null> {
  return reading.catch((error: unknown) => {
    if (!isStoreError(error)) throw error;
    console.error(error.message);
    return null;
  });
}

const wasNeverReleased = (pointer: Pointer) => JSON.stringify(pointer) === JSON.stringify(EMPTY_POINTER);

interface App {
  name: string;
  pointer: Pointer;
}

/** The apps of this checkout, without those whose pointer cannot be read. */
async function readApps(store: string): Promise<App[]> {
  const names = [SHELL, ...REMOTES.map((remote) => remote.name)];
  const apps = names.map(async (name) => ({ name, pointer: await orLog(readPointer(store, name)) }));
  return (await Promise.all(apps)).flatMap(({ name, pointer }) => (pointer ? { name, pointer } : []));
}

/**
 * Builds and releases the apps that the store has never had; one that cannot be built or released is reported and skipped.
 * Takes the store; returns the apps with the pointers that they had before.
 */
export async function releaseNewApps(store: string): Promise<App[]> {
  await mkdir(store, { recursive: true });
  const failures = [...UNREADABLE];
  const apps = await readApps(store);
  const names = apps.filter(({ pointer }) => wasNeverReleased(pointer)).map(({ name }) => name);
  if (names.length > 0) {
    const { buildMany, releaseTogether } = await import('./releaseMany.ts');
    const built = await buildMany(names);
    const { released, failures: refused } = await releaseTogether(store, built.candidates);
    failures.push(...built.failures, ...refused);
    const versions = released.map(({ record }) => `${record.name} ${record.version}`).join(', ');
    if (versions !== '') console.log(`Released for the first time: ${versions}`);
  }
  for (const { name, reason } of failures) console.error(`${name} is skipped in this start. ${reason}`);
  return apps;
}

/**
 * Builds the operator's page if its sources have changed, and lists the apps whose sources differ from the live release.
 * Takes the store and its apps. Nothing that visitors see depends on it.
 */
export async function compareSources(store: string, apps: readonly App[]): Promise<void> {
  const { isFromCurrentSource } = await import('./sources.ts');
  const { steps } = await import('./steps.ts');
  if (!(await isOperatePageBuilt())) await steps(1)("building the operator's page", buildOperatePage);
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

const OPERATE = join(ROOT, 'shared', 'operate');

/** Whether the operator's page, which is part of the server and not a release, is built from its current sources. */
export async function isOperatePageBuilt(): Promise<boolean> {
  const { hashOfSource, isLastBuild } = await import('./sources.ts');
  return existsSync(join(OPERATE, 'dist/index.html')) && isLastBuild('operate', await hashOfSource(OPERATE));
}

/** Builds the operator's page. Throws StoreError with the build's output when the build fails. */
export async function buildOperatePage(): Promise<void> {
  const { hashOfSource, recordBuild } = await import('./sources.ts');
  const { buildApp } = await import('./releaseApp.ts');
  const source = await hashOfSource(OPERATE);
  await buildApp(OPERATE);
  await recordBuild('operate', source, 'built');
}
