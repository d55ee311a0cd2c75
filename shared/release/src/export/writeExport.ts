import {
  copyFile,
  mkdir,
  mkdtemp,
  readFile,
  readdir,
  realpath,
  rename,
  rm,
  writeFile,
} from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
import { addressOf, checked, isMissing, storeError } from '@space/store';
import { isPattern } from '@space/federation';
import { LACKS, pathsIn, type Host } from './host.ts';
import { MANIFEST, manifestSchema, type Manifest } from './manifest.ts';
import type { Plan } from './planExport.ts';

/** The real path of a folder that need not exist yet. */
async function realPathOf(folder: string): Promise<string> {
  try {
    return await realpath(folder);
  } catch (error) {
    if (!isMissing(error) || dirname(folder) === folder) throw error;
    return join(await realPathOf(dirname(folder)), basename(folder));
  }
}

const contains = (outer: string, inner: string) => `${inner}${sep}`.startsWith(`${outer}${sep}`);

/**
 * Checks that an export may be written to a folder: it must be missing, be empty or contain an export, and not overlap with
 * the store. Takes the folder and the store; returns the entries of the earlier export. Throws StoreError if it may not.
 */
export async function checkFolder(folder: string, store: string): Promise<readonly string[]> {
  const [target, source] = [await realPathOf(folder), await realPathOf(store)];
  if (contains(target, source) || contains(source, target))
    throw storeError(`${folder} and the store ${store} must not contain each other.`);
  const names = await readdir(folder).catch((error: unknown): string[] => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw storeError(`${folder} is not a readable folder.`, error);
  });
  if (names.length === 0) return [];
  if (!names.includes(MANIFEST))
    throw storeError(
      `${folder} is not empty and contains no export. Nothing was written; name another folder.`,
    );
  return (await readManifest(folder)).entries;
}

/** Reads the manifest of an export. Throws StoreError if the folder is not an export. */
export async function readManifest(folder: string): Promise<Manifest> {
  const file = join(folder, MANIFEST);
  let content: unknown;
  try {
    content = JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    throw storeError(`${folder} is not an export: ${MANIFEST} cannot be read.`, error);
  }
  return checked(manifestSchema, content, `${file} cannot be read`);
}

function manifestOf(name: Manifest['host'], host: Host, plan: Plan, entries: string[]): Manifest {
  const paths = pathsIn(plan);
  const hashes = plan.releases.flatMap(({ name: app, version, files }) =>
    Object.entries(files).flatMap(([file, hash]) =>
      hash === null ? [] : [[addressOf(app, version) + file, hash] as const],
    ),
  );
  return {
    host: name,
    url: plan.url,
    shows: plan.shows,
    addresses: paths.filter((path) => !isPattern(path)),
    patterns: paths.filter(isPattern),
    headers: plan.headers,
    files: Object.fromEntries(hashes),
    texts: Object.keys(plan.texts),
    lacks: [...LACKS, ...host.lacks],
    entries,
  };
}

const scriptOf = ({ title, upload }: Host, plan: Plan) => `#!/bin/sh
# Uploads Better Space to ${title}: first the immutable files of site/, last the files that refer to them. Written by \`npm run store -- export\`.
# Takes ${upload.words}.
set -eu
cd "$(dirname "$0")"
${/\$1/.test(upload.commands(plan)) ? `: "\${1:?Say ${upload.words}}"\n` : ''}${upload.commands(plan)}`;

/** Writes the whole export into a draft folder. */
async function writeDraft(draft: string, host: Host, plan: Plan): Promise<void> {
  const put = async (file: string, text: string, mode = 0o644) => {
    await mkdir(dirname(join(draft, file)), { recursive: true });
    await writeFile(join(draft, file), text, { mode });
  };
  for (const { name, version, folder, files } of plan.releases)
    for (const file of Object.keys(files)) {
      if (/\.(br|gz)$/.test(file) && files[file] === null && !host.servesCompressed) continue;
      const target = join(draft, 'site', addressOf(name, version), file);
      await mkdir(dirname(target), { recursive: true });
      await copyFile(join(folder, file), target);
    }
  const page = (html: string) => host.page?.(html, plan) ?? html;
  for (const [name, text] of Object.entries(plan.texts)) await put(`site/${name}`, text);
  await put('site/index.html', page(plan.unknown.html));
  await put('site/404.html', page(plan.unknown.html));
  for (const { path, html } of plan.pages) await put(`site/${host.fileOf(path)}`, page(html));
  for (const [file, text] of Object.entries(host.files(plan))) await put(file, text);
  await put('upload.sh', scriptOf(host, plan), 0o755);
}

/**
 * Writes an export, replacing the earlier one; other files in the folder (such as those of a host's tool) stay.
 *
 * Takes the folder and the result of checkFolder for it, the host and the plan; returns the manifest of the export.
 */
export async function writeExport(
  folder: string,
  previousEntries: readonly string[],
  { name, host }: { name: Manifest['host']; host: Host },
  plan: Plan,
): Promise<Manifest> {
  await mkdir(folder, { recursive: true });
  const draft = await mkdtemp(join(folder, '.draft-'));
  try {
    await writeDraft(draft, host, plan);
    const entries = await readdir(draft);
    const manifest = manifestOf(name, host, plan, entries);
    await writeFile(join(draft, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`);
    // Moved first: from now on the folder is recognised as an export, even if this process is interrupted.
    await rename(join(draft, MANIFEST), join(folder, MANIFEST));
    for (const entry of new Set([...previousEntries, ...entries]))
      await rm(join(folder, entry), { recursive: true, force: true });
    for (const entry of entries) await rename(join(draft, entry), join(folder, entry));
    return manifest;
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}
