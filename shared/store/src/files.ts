import { createHash } from 'node:crypto';
import { mkdir, open, readFile, readdir, rename, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants, gunzip, gzip } from 'node:zlib';
import type { ReleaseRecord } from './schema.ts';

/** Whether an error of the operating system means that a file or folder does not exist. */
export const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && ['ENOENT', 'ENOTDIR'].includes(String(error.code));

/** How the name of a file or folder begins that is renamed once it is complete. */
export const DRAFT = '.draft-';

/** Creates a `catch` handler that returns null for expected errors and rethrows all others. */
export function nullIf(isExpected: (error: unknown) => boolean): (error: unknown) => null {
  return (error) => {
    if (isExpected(error)) return null;
    throw error;
  };
}

export const exists = async (path: string): Promise<boolean> =>
  (await stat(path).catch(nullIf(isMissing))) !== null;

/** Lists every file below a folder that is not hidden, as sorted relative paths with '/'; none of a missing folder. */
export async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(nullIf(isMissing));
  return (entries ?? [])
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
    .filter((file) => !/(^|\/)\./.test(file))
    .sort();
}

/** Writes a file atomically, for a holder of the store's lock. `isDurable`: it must survive a power failure. */
export async function replaceFile(file: string, text: string, isDurable = false): Promise<void> {
  if ((await readFile(file, 'utf8').catch(nullIf(isMissing))) === text) return;
  await mkdir(dirname(file), { recursive: true });
  // The same name each time: what a killed process has left is overwritten.
  const draft = join(dirname(file), DRAFT + basename(file));
  const handle = await open(draft, 'w');
  try {
    await handle.writeFile(text);
    if (isDurable) await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(draft, file);
}

type Files = ReleaseRecord['files'];

/** Hashes a file's content, in the format of records and of `integrity` attributes. */
export const integrityOf = (content: string | Uint8Array): string =>
  `sha256-${createHash('sha256').update(content).digest('base64')}`;

/** Files worth compressing, if they are larger than one packet. Fonts and images are compressed already. */
const TEXT = /\.(js|css|html|svg|json|txt|xml|webmanifest)$/;
const MIN_BYTES = 1024;

const compress = promisify(gzip);
/** The best quality takes seconds for a megabyte, which only the shell's build for development has. */
const qualityFor = ({ length }: Uint8Array) => (length > 500_000 ? 9 : constants.BROTLI_MAX_QUALITY);
const brotli = (bytes: Uint8Array) => {
  const { BROTLI_PARAM_MODE, BROTLI_MODE_TEXT, BROTLI_PARAM_QUALITY } = constants;
  const params = { [BROTLI_PARAM_MODE]: BROTLI_MODE_TEXT, [BROTLI_PARAM_QUALITY]: qualityFor(bytes) };
  return promisify(brotliCompress)(bytes, { params });
};
/** By the suffix of a compressed file, as in `app.js.br`, where servers look for it. */
const ENCODINGS: Record<string, Record<'pack' | 'unpack', (bytes: Uint8Array) => Promise<Buffer>>> = {
  '.br': { pack: brotli, unpack: promisify(brotliDecompress) },
  '.gz': { pack: (bytes) => compress(bytes, { level: 9 }), unpack: promisify<Uint8Array, Buffer>(gunzip) },
};

/** Leaves out encodings whose file the build has made itself: the record lists it. */
const encodingsFor = (file: string, files: Files) =>
  Object.entries(ENCODINGS).filter(([ending]) => !Object.hasOwn(files, file + ending));

/** Writes `.br` and `.gz` files beside the texts of a release where they are smaller. The record does not list them. */
export async function compressInto(folder: string, files: Files): Promise<void> {
  const compressFile = async (file: string) => {
    const bytes = await readFile(join(folder, file));
    if (bytes.length < MIN_BYTES) return;
    for (const [ending, { pack }] of encodingsFor(file, files)) {
      const packed = await pack(bytes);
      if (packed.length < bytes.length) await writeFile(join(folder, file + ending), packed);
    }
  };
  const texts = Object.keys(files).filter((file) => TEXT.test(file));
  await Promise.all(texts.map(compressFile));
}

/** Returns the first file of a release that differs from its record, compressed files included; null if all match. */
export async function alteredFile(folder: string, files: Files): Promise<string | null> {
  const read = (file: string) => readFile(join(folder, file)).catch(nullIf(isMissing));
  for (const [file, { integrity }] of Object.entries(files)) {
    const bytes = await read(file);
    if (bytes === null || integrityOf(bytes) !== integrity) return file;
    for (const [ending, { unpack }] of encodingsFor(file, files)) {
      const packed = await read(file + ending);
      const content = packed && (await unpack(packed).catch(() => null));
      if (packed !== null && (content === null || integrityOf(content) !== integrity)) return file;
    }
  }
  return null;
}
