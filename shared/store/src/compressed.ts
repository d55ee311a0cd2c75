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

const brotli = promisify(brotliCompress);
const compress = promisify(gzip);
/** By the suffix of a compressed file, as in `app.js.br`, where servers look for it. */
const ENCODINGS: Record<string, Record<'pack' | 'unpack', (bytes: Uint8Array) => Promise<Buffer>>> = {
  '.br': {
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
  '.gz': {
    pack: (bytes) => compress(bytes, { level: constants.Z_BEST_COMPRESSION }),
    unpack: promisify<Uint8Array, Buffer>(gunzip),
  },
};

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
      for (const [ending, { pack }] of encodingsFor(file, files)) {
        const packed = await pack(bytes);
        if (packed.length < bytes.length) await writeFile(join(folder, file + ending), packed);
      }
    }),
  );
}

/** Returns the file that a compressed file belongs to, or null. Takes its name and the record's list. */
export function originalOf(name: string, files: Files): string | null {
  const [, original = '', ending = ''] = /^(.+)(\.\w+)$/.exec(name) ?? [];
  const isCompressed = Object.hasOwn(ENCODINGS, ending) && !Object.hasOwn(files, name);
  return isCompressed && Object.hasOwn(files, original) ? original : null;
}

/**
 * Returns the first file of a release that differs from its record, compressed files included; null if all match. Takes the
 * folder and the record's list.
 */
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

/** Leaves out encodings whose file the build has made itself: the record lists it. */
const encodingsFor = (file: string, files: Files) =>
  Object.entries(ENCODINGS).filter(([ending]) => !Object.hasOwn(files, file + ending));
