import { addRelease, goLive, movePointer, startCanary } from '@space/store';
import type { Pointer, ReleaseRecord } from '@space/store';
import { join } from 'node:path';
import { buildApp } from './buildApp.ts';
import { describeRelease, sourceOf } from './describeRelease.ts';

/** What a release does with the pointer once its files are in the store. */
export type Aim = { kind: 'live' } | { kind: 'canary'; percent: number };

export interface ReleaseOptions {
  store: string;
  /** The source folder, when it is not the one of this repository. */
  from?: string | undefined;
  aim?: Aim;
}

export interface Released {
  record: ReleaseRecord;
  before: Pointer;
  after: Pointer;
}

/**
 * Builds an app, judges the build and puts it into the store: build → gate → files → pointer. The derived files are the
 * next step, and somebody else's if need be.
 *
 * Takes the name and where to; returns the record and the pointer before and after. Throws when the build fails or the
 * gate refuses; the store is then as it was.
 */
export async function releaseApp(name: string, { store, from, aim = { kind: 'live' } }: ReleaseOptions) {
  const folder = from ?? sourceOf(name);
  await buildApp(folder);
  return publishBuild(name, folder, store, aim);
}

/** The part of a release after its build. */
export async function publishBuild(
  name: string,
  folder: string,
  store: string,
  aim: Aim = { kind: 'live' },
): Promise<Released> {
  const now = new Date();
  const record = await describeRelease(name, folder, now);
  await addRelease(store, record, join(folder, 'dist'));
  const moved = await movePointer(store, name, (pointer) =>
    aim.kind === 'live'
      ? goLive(pointer, record.version, now)
      : startCanary(pointer, record.version, aim.percent, now),
  );
  return { record, ...moved };
}
