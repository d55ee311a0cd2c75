import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { create } from 'tar';

// Depends only on Node and `tar`, because `space` also runs on machines without this repository (see siteClient.ts).

/** Everything that a site needs to release a build. */
export interface Build {
  /** The folder of the source: its `remote.json`, and the version in its `package.json`. */
  folder: string;
  /** The folder of the build. */
  dist: string;
  /** Where the build comes from: commit and time, as in the release record. */
  origin?: object;
}

/** The server's limit, checked before the upload. */
const MAX_BYTES = 50 * 1024 * 1024;

/** Vite's manifest and its folder: the server reads from it which files each page needs. */
const VITE_MANIFEST = /^\.vite([\\/]manifest\.json)?$/;
/** Whether a path below the build's folder is packed: no hidden files, except Vite's manifest. */
const isPacked = (path: string) =>
  path.startsWith('.vite') ? VITE_MANIFEST.test(path) : !basename(path).startsWith('.');

/** A package.json with only the name and the version: the other fields are private to the team. */
async function minimalManifest(folder: string): Promise<string> {
  const file = join(folder, 'package.json');
  const { name, version } = JSON.parse(await readFile(file, 'utf8')) as { name?: unknown; version?: unknown };
  return JSON.stringify({ name, version });
}

/**
 * Packs a build for `PUT /_releases/<remote>`: a gzipped tar archive with resolved links, and no hidden files except Vite's
 * manifest. Takes the build; returns the bytes. Throws an Error if a file is missing or the archive is too large.
 */
export async function packBuild({ folder, dist, origin }: Build): Promise<Uint8Array> {
  const stage = await mkdtemp(join(tmpdir(), 'space-archive-'));
  const files = ['package.json', 'remote.json', 'dist'];
  const put = async (file: string, text: string) => {
    await writeFile(join(stage, file), text);
    if (!files.includes(file)) files.push(file);
  };
  try {
    await put('package.json', await minimalManifest(folder));
    await cp(join(folder, 'remote.json'), join(stage, 'remote.json'));
    const filter = (path: string) => isPacked(relative(dist, path));
    await cp(dist, join(stage, 'dist'), { recursive: true, dereference: true, filter });
    if (origin !== undefined) await put('origin.json', JSON.stringify(origin));
    const chunks: Buffer[] = [];
    for await (const chunk of create({ gzip: true, portable: true, cwd: stage }, files)) chunks.push(chunk);
    const archive = Buffer.concat(chunks);
    if (archive.length > MAX_BYTES)
      throw new Error(
        `The build in ${dist} has ${Math.ceil(archive.length / 1024 / 1024)} MB; a site takes 50.`,
      );
    return archive;
  } finally {
    await rm(stage, { recursive: true, force: true });
  }
}
