import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import {
  EMPTY_POINTER,
  SHELL,
  isStoreError,
  readPointer,
  readRecord,
  sentenceOf,
  type Pointer,
} from '@space/store';
import { REMOTES, SITE, UNREADABLE } from './places.ts';
import { buildOperatePage, isOperatePageBuilt } from './operatePage.ts';
import { isOfThisSource } from './sources.ts';
import { steps } from './steps.ts';

// The first half of `npm start`: builds and releases what the store never had, and says which sources differ from what is
// live. No pointer that a person has moved is touched.

const store = resolve(process.env['SITE_DIR'] || SITE);

/** What cannot be read hurts its own team alone. */
async function orWhy<T>(reading: Promise<T>): Promise<T | null> {
  return reading.catch((error: unknown) => {
    if (!isStoreError(error)) throw error;
    console.error(error.message);
    return null;
  });
}

const wasNeverReleased = (pointer: Pointer) => JSON.stringify(pointer) === JSON.stringify(EMPTY_POINTER);

/** Whether the source of this checkout is known to be another one than that of the live release. */
async function differs(name: string, version: string): Promise<boolean> {
  const record = await orWhy(readRecord(store, name, version));
  return record?.source !== undefined && !(await isOfThisSource(record));
}

async function prepare(): Promise<void> {
  await mkdir(store, { recursive: true });
  const failures = [...UNREADABLE];
  const fresh: string[] = [];
  const other: string[] = [];
  for (const name of [SHELL, ...REMOTES.map((remote) => remote.name)]) {
    const pointer = await orWhy(readPointer(store, name));
    if (pointer === null) continue;
    if (wasNeverReleased(pointer)) fresh.push(name);
    else if (pointer.live && (await differs(name, pointer.live.version))) other.push(name);
  }
  if (fresh.length > 0) {
    // What builds takes a while to load, and most starts build nothing.
    const { buildMany } = await import('./buildMany.ts');
    const { releaseTogether } = await import('./releaseTogether.ts');
    const built = await buildMany(fresh);
    const { released, failures: refused } = await releaseTogether(store, built.candidates);
    failures.push(...built.failures, ...refused);
    const versions = released.map(({ record }) => `${record.name} ${record.version}`).join(', ');
    if (versions !== '') console.log(`Released for the first time: ${versions}`);
  }
  if (!(await isOperatePageBuilt())) await buildOperatePage(steps(1));
  for (const { name, reason } of failures) console.error(`${name} is left out of this start. ${reason}`);
  if (other.length > 0)
    console.log(
      `Not what is live: the sources of ${other.join(', ')}. \`npm run release -- <name>\` releases one.`,
    );
}

try {
  await prepare();
} catch (error) {
  console.error(sentenceOf(error));
  process.exitCode = 1;
}
