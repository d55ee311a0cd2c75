import { createHash } from 'node:crypto';
import { cp, mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Registry } from '@space/federation';
import { REMOTES, ROOT, SITE } from './places.ts';
import { releaseOf } from './releaseOf.ts';
import type { FederationManifest } from './releaseOf.ts';

/** Described by the registry; a browser never asks for them. */
const BUILD_NOTES = /(^|\/)(\.vite\/.*|mf-manifest\.json|mf-stats\.json)$/;

async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}

/** A version is the content: the same files always have the same one. */
async function versionOf(folder: string, files: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const file of files) hash.update(file).update(await readFile(join(folder, file)));
  return hash.digest('hex').slice(0, 12);
}

async function copy(from: string, to: string, files: readonly string[]): Promise<void> {
  for (const file of files) {
    await mkdir(dirname(join(to, file)), { recursive: true });
    await cp(join(from, file), join(to, file));
  }
}

/**
 * Puts the built shell and the built remotes together: the shell at the top, each remote in
 * `remotes/<name>/<version>/`, and `registry.json`, which says what is live. Made aside and swapped in at the end, so
 * that a composition that fails leaves the last site as it was.
 *
 * Returns the registry; throws when an app has not been built.
 */
export async function composeSite(): Promise<Registry> {
  const draft = `${SITE}.draft-${process.pid}`;
  await rm(draft, { recursive: true, force: true });
  const shell = join(ROOT, 'shell', 'dist');
  const shellFiles = await filesOf(shell);
  await copy(
    shell,
    draft,
    shellFiles.filter((file) => !BUILD_NOTES.test(file)),
  );

  const registry: Registry = { remotes: {} };
  for (const { name } of REMOTES) {
    const from = join(ROOT, 'remotes', name, 'dist');
    const files = (await filesOf(from)).filter((file) => !BUILD_NOTES.test(file));
    const version = await versionOf(from, files);
    const folder = `/remotes/${name}/${version}/`;
    await copy(from, join(draft, folder), files);
    // Written by the build that has just been run.
    const manifest = JSON.parse(await readFile(join(from, 'mf-manifest.json'), 'utf8')) as FederationManifest;
    registry.remotes[name] = releaseOf(manifest, version, folder);
  }
  await writeFile(join(draft, 'registry.json'), `${JSON.stringify(registry, null, 2)}\n`);

  await rm(SITE, { recursive: true, force: true });
  await rename(draft, SITE);
  return registry;
}
