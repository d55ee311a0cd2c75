import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import {
  EMPTY_POINTER,
  SHELL,
  isStoreError,
  readPointer,
  readRecord,
  errorMessage,
  type Pointer,
} from '@space/store';
import { REMOTES, SITE, UNREADABLE } from './places.ts';
import { buildOperatePage, isOperatePageBuilt } from './operatePage.ts';
import { isFromCurrentSource } from './sources.ts';
import { steps } from './steps.ts';

// The first half of `npm start`: builds and releases apps that the store has never contained, and lists the apps whose
// source differs from the live release. It never moves a pointer that a person has moved.

const store = resolve(process.env['SITE_DIR'] || SITE);

/** Logs a StoreError and returns null, so that one team's unreadable files do not affect the others. */
async function orLog<T>(reading: Promise<T>): Promise<T | null> {
  return reading.catch((error: unknown) => {
    if (!isStoreError(error)) throw error;
    console.error(error.message);
    return null;
  });
}

const wasNeverReleased = (pointer: Pointer) => JSON.stringify(pointer) === JSON.stringify(EMPTY_POINTER);

/** Whether the source of this checkout is known to differ from that of the live release. */
async function differs(name: string, version: string): Promise<boolean> {
  const record = await orLog(readRecord(store, name, version));
  return record?.source !== undefined && !(await isFromCurrentSource(record));
}

async function prepare(): Promise<void> {
  await mkdir(store, { recursive: true });
  const failures = [...UNREADABLE];
  const unreleased: string[] = [];
  const differing: string[] = [];
  for (const name of [SHELL, ...REMOTES.map((remote) => remote.name)]) {
    const pointer = await orLog(readPointer(store, name));
    if (pointer === null) continue;
    if (wasNeverReleased(pointer)) unreleased.push(name);
    else if (pointer.live && (await differs(name, pointer.live.version))) differing.push(name);
  }
  if (unreleased.length > 0) {
    // Loaded on demand: the build tools load slowly, and most starts build nothing.
    const { buildMany } = await import('./buildMany.ts');
    const { releaseTogether } = await import('./releaseTogether.ts');
    const built = await buildMany(unreleased);
    const { released, failures: refused } = await releaseTogether(store, built.candidates);
    failures.push(...built.failures, ...refused);
    const versions = released.map(({ record }) => `${record.name} ${record.version}`).join(', ');
    if (versions !== '') console.log(`Released for the first time: ${versions}`);
  }
  if (!(await isOperatePageBuilt())) await buildOperatePage(steps(1));
  for (const { name, reason } of failures) console.error(`${name} is skipped in this start. ${reason}`);
  if (differing.length > 0)
    console.log(
      `The sources of ${differing.join(', ')} differ from what is live. \`npm run release -- <name>\` releases one.`,
    );
}

try {
  await prepare();
} catch (error) {
  console.error(errorMessage(error));
  process.exitCode = 1;
}
