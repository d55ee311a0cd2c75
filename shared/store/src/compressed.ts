import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants, gunzip, gzip } from 'node:zlib';
import { isMissing, nullIf } from './files.ts';
import type { ReleaseRecord } from './schema.ts';

/** Files worth compressing. Fonts and images are compressed already. */
const TEXT = /\.(js|css|html|svg|json|txt|xml|webmanifest)$/;
/** In bytes. Smaller files fit into one packet, compressed or not. */
const MIN_BYTES = 1024;

/** Hashes a file's content, in the format of records and of `integrity` attributes. */
export const integrityOf = (content: string | Uint8Array) =>
  `sha256-${createHash('sha256').update(content).digest('base64')}`;

type Transform = (bytes: Uint8Array) => Promise<Buffer>;

interface Encoding {
  /** The suffix of a compressed file, as in `app.js.br`, where servers look for it. */
  ending: string;
  pack: Transform;
  unpack: Transform;
}

const brotli = promisify(brotliCompress);
const gunzipAsync = promisify(gunzip);
const ENCODINGS: readonly Encoding[] = [
  {
    ending: '.br',
    pack: (bytes) =>
      brotli(bytes, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
          [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
          [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        },
      }),
    unpack: promisify(brotliDecompress),
  },
  {
    ending: '.gz',
    pack: (bytes) => promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }),
    unpack: (bytes) => gunzipAsync(bytes),
  },
];

type Files = ReleaseRecord['files'];

/**
 * Writes `.br` and `.gz` files beside the text files of a release if they are smaller. They are not part of the release:
 * its record does not list them, and a release without them is complete.
 *
 * Takes the folder that holds the files and the record's list of them.
 */
export async function compressInto(folder: string, files: Files): Promise<void> {
  const texts = Object.keys(files).filter((file) => TEXT.test(file));
  await Promise.all(
    texts.map(async (file) => {
      const bytes = await readFile(join(folder, file));
      if (bytes.length < MIN_BYTES) return;
      for (const { ending, pack } of encodingsFor(file, files)) {
        const packed = await pack(bytes);
        if (packed.length < bytes.length) await writeFile(join(folder, file + ending), packed);
      }
    }),
  );
}

/** Returns the file that a compressed file belongs to, or null. Takes its name and the record's list. */
export function originalOf(name: string, files: Files): string | null {
  const encoding = encodingOf(name);
  if (encoding === undefined || Object.hasOwn(files, name)) return null;
  const original = name.slice(0, -encoding.ending.length);
  return Object.hasOwn(files, original) ? original : null;
}

/** Hashes the decompressed content of a compressed file; null if it cannot be decompressed. */
export async function integrityInside(name: string, bytes: Uint8Array): Promise<string | null> {
  const content = await encodingOf(name)
    ?.unpack(bytes)
    .catch(() => null);
  return content ? integrityOf(content) : null;
}

/** Whether the compressed files beside a file contain that file. Takes the folder, the file and the list. */
async function compressedFilesMatch(folder: string, file: string, files: Files): Promise<boolean> {
  for (const { ending } of encodingsFor(file, files)) {
    const bytes = await readFile(join(folder, file + ending)).catch(nullIf(isMissing));
    if (bytes !== null && (await integrityInside(ending, bytes)) !== files[file]?.integrity) return false;
  }
  return true;
}

/**
 * Returns the first file of a release that differs from its record, compressed files included; null if all match. Takes the
 * folder and the record's list.
 */
export async function alteredFile(folder: string, files: Files): Promise<string | null> {
  for (const [file, { integrity }] of Object.entries(files)) {
    const bytes = await readFile(join(folder, file)).catch(nullIf(isMissing));
    if (bytes === null || integrityOf(bytes) !== integrity) return file;
    if (!(await compressedFilesMatch(folder, file, files))) return file;
  }
  return null;
}

/** Leaves out encodings whose file the build has made itself: the record lists it. */
const encodingsFor = (file: string, files: Files) =>
  ENCODINGS.filter(({ ending }) => !Object.hasOwn(files, file + ending));

const encodingOf = (name: string) => ENCODINGS.find(({ ending }) => name.endsWith(ending));
