import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { create } from 'tar';

// Needs Node and `tar` alone, as siteClient.ts does.

/** What a site needs to release a build. */
export interface Build {
  /** The folder of the source: its `remote.json`, and the version in its `package.json`. */
  folder: string;
  /** The folder of the build. */
  dist: string;
  /** Where it comes from: commit, branch, run, the time, as the record of the release keeps it. */
  origin?: object;
  /** Of the record, where it was signed. */
  signature?: string | null | undefined;
}

/** The server's limit, said before it is sent. */
const LARGEST = 50 * 1024 * 1024;

/** What Vite says of its build: the server reads there what each page needs. */
const VITE_MANIFEST = /^\.vite([\\/]manifest\.json)?$/;
/** Whether a path below the folder of the build goes along: what is hidden does not, nor what only lies beside the manifest. */
const goesAlong = (path: string) =>
  path.startsWith('.vite') ? VITE_MANIFEST.test(path) : !basename(path).startsWith('.');

/** The version alone: what else is in it is no one's business. */
async function packageIn(folder: string): Promise<string> {
  const file = join(folder, 'package.json');
  const { name, version } = JSON.parse(await readFile(file, 'utf8')) as { name?: unknown; version?: unknown };
  return JSON.stringify({ name, version });
}

/**
 * Packs a build for `PUT /_releases/<remote>`: tar, compressed by gzip, without hidden files but Vite's manifest, links resolved. Takes the build;
 * returns the bytes. Throws an Error with a sentence when a file is missing or when it is too large.
 */
export async function packBuild({ folder, dist, origin, signature }: Build): Promise<Uint8Array> {
  const stage = await mkdtemp(join(tmpdir(), 'space-archive-'));
  const files = ['package.json', 'remote.json', 'dist'];
  const put = async (file: string, text: string) => {
    await writeFile(join(stage, file), text);
    if (!files.includes(file)) files.push(file);
  };
  try {
    await put('package.json', await packageIn(folder));
    await cp(join(folder, 'remote.json'), join(stage, 'remote.json'));
    const filter = (path: string) => goesAlong(relative(dist, path));
    await cp(dist, join(stage, 'dist'), { recursive: true, dereference: true, filter });
    if (origin !== undefined) await put('origin.json', JSON.stringify(origin));
    if (typeof signature === 'string') await put('release.json.sig', signature);
    const chunks: Buffer[] = [];
    for await (const chunk of create({ gzip: true, portable: true, cwd: stage }, files)) chunks.push(chunk);
    const archive = Buffer.concat(chunks);
    if (archive.length > LARGEST)
      throw new Error(
        `The build in ${dist} has ${Math.ceil(archive.length / 1024 / 1024)} MB; a site takes 50.`,
      );
    return archive;
  } finally {
    await rm(stage, { recursive: true, force: true });
  }
}
