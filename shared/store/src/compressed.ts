import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants, gunzip, gzip } from 'node:zlib';
import { nothingWhere } from './files.ts';
import type { ReleaseRecord } from './schema.ts';
import { isMissing } from './storeError.ts';

/** What compresses well. Fonts and pictures are compressed in themselves. */
const TEXT = /\.(js|css|html|svg|json|txt|xml|webmanifest)$/;
/** Less than this is one packet either way. */
const SMALLEST = 1024;

/** The hash of a file's content, as a record has it and browsers check it. */
export const integrityOf = (content: string | Uint8Array) =>
  `sha256-${createHash('sha256').update(content).digest('base64')}`;

type Transform = (bytes: Uint8Array) => Promise<Buffer>;

interface Form {
  /** What a file's name gets at its end: `app.js.br`, as servers look for it. */
  ending: string;
  pack: Transform;
  unpack: Transform;
}

const brotli = promisify(brotliCompress);
const inflated = promisify(gunzip);
const FORMS: readonly Form[] = [
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
    unpack: (bytes) => inflated(bytes),
  },
];

type Files = ReleaseRecord['files'];

/**
 * Puts `.br` and `.gz` beside each text of a release, where they are smaller. They are no files of the release: its record
 * does not name them, and one without them is as whole.
 *
 * Takes the folder that holds the files and the record's list of them.
 */
export async function compressInto(folder: string, files: Files): Promise<void> {
  const texts = Object.keys(files).filter((file) => TEXT.test(file));
  await Promise.all(
    texts.map(async (file) => {
      const bytes = await readFile(join(folder, file));
      if (bytes.length < SMALLEST) return;
      for (const { ending, pack } of formsFor(file, files)) {
        const packed = await pack(bytes);
        if (packed.length < bytes.length) await writeFile(join(folder, file + ending), packed);
      }
    }),
  );
}

/** The file of a release that another name is a compressed form of, or null when it is none. Takes the name and the list. */
export function originalOf(name: string, files: Files): string | null {
  const form = formOf(name);
  if (form === undefined || Object.hasOwn(files, name)) return null;
  const original = name.slice(0, -form.ending.length);
  return Object.hasOwn(files, original) ? original : null;
}

/** The hash of what a compressed form holds, as a record has it; null when it holds nothing that can be read. */
export async function integrityInside(name: string, bytes: Uint8Array): Promise<string | null> {
  const content = await formOf(name)
    ?.unpack(bytes)
    .catch(() => null);
  return content ? integrityOf(content) : null;
}

/**
 * Whether the compressed forms that lie beside a file of a release hold that file. Takes the folder, the file and the list.
 */
async function formsAreSound(folder: string, file: string, files: Files): Promise<boolean> {
  for (const { ending } of formsFor(file, files)) {
    const bytes = await readFile(join(folder, file + ending)).catch(nothingWhere(isMissing));
    if (bytes !== null && (await integrityInside(ending, bytes)) !== files[file]?.integrity) return false;
  }
  return true;
}

/**
 * The first file of a release that is not as its record says, however it is compressed; null when all are. Takes the folder and
 * the record's list.
 */
export async function alteredFile(folder: string, files: Files): Promise<string | null> {
  for (const [file, { integrity }] of Object.entries(files)) {
    const bytes = await readFile(join(folder, file)).catch(nothingWhere(isMissing));
    if (bytes === null || integrityOf(bytes) !== integrity) return file;
    if (!(await formsAreSound(folder, file, files))) return file;
  }
  return null;
}

/** A build may have such files of its own, which its record names. */
const formsFor = (file: string, files: Files) =>
  FORMS.filter(({ ending }) => !Object.hasOwn(files, file + ending));

const formOf = (name: string) => FORMS.find(({ ending }) => name.endsWith(ending));
