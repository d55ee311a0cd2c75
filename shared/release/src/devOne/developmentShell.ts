import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { SHELL, folderOf } from '@space/store';
import { buildApp } from '../buildApp.ts';
import { sourceOf } from '../describeRelease.ts';

/** Where a shell's release keeps its development flavour. */
const FLAVOUR = 'development';

/**
 * The live shell as a development build: React in its development form, which alone can refresh a component and keep its
 * state. A release brings it along; where it does not, the shell of this repository is built.
 *
 * Takes the store and the version of its live shell; returns the folder with its index.html.
 */
export async function developmentShell(store: string, version: string): Promise<string> {
  const released = join(folderOf(store, SHELL), version, FLAVOUR);
  if (existsSync(join(released, 'index.html'))) return released;
  const source = sourceOf(SHELL);
  await buildApp(source, { NODE_ENV: FLAVOUR });
  return join(source, 'dist-development');
}
