import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Refusal } from '@space/federation';
import { filesOf, integrityInside, integrityOf, originalOf } from '@space/store';
import type { ReleaseRecord } from '@space/store';
import { DEVELOPMENT } from '../buildApp.ts';

/** What a build says of itself; the record itself, which holds no hash of its own. None of it is asked for by a browser. */
const NOTES = /^(release|mf-manifest|mf-stats)\.json$/;
const COUNTED = /\.(js|css)$/;
const SHOWN = 3;

const inWords = (bytes: number) => `${bytes.toLocaleString('en')} bytes`;

/** The content of every file that a release is made of: path → bytes. */
export async function contentOf(folder: string): Promise<Map<string, Buffer>> {
  const names = (await filesOf(folder)).filter((file) => !NOTES.test(file));
  return new Map(
    await Promise.all(names.map(async (file) => [file, await readFile(join(folder, file))] as const)),
  );
}

/**
 * Decides whether the files of a release are those that its record names, by their SHA-256. The browser is given the
 * record's hashes and would refuse any other file, when the team is not looking.
 *
 * Takes the record and the content of the release's folder; returns a refusal with rule 'integrity' for each file that
 * is missing, another or not in the record.
 */
export function checkIntegrity(
  record: Pick<ReleaseRecord, 'files' | 'entry' | 'styles' | 'preload'>,
  content: ReadonlyMap<string, Uint8Array>,
): Refusal[] {
  const messages: string[] = [];
  for (const [file, { integrity }] of Object.entries(record.files)) {
    const bytes = content.get(file);
    if (bytes === undefined) messages.push(`${file} is missing`);
    else if (integrityOf(bytes) !== integrity)
      messages.push(`${file} is not the file that the record names: its SHA-256 is another`);
  }
  for (const file of content.keys()) {
    if (!Object.hasOwn(record.files, file) && originalOf(file, record.files) === null)
      messages.push(`${file} is not in the record`);
  }
  for (const file of new Set([record.entry, ...record.styles, ...record.preload])) {
    if (!Object.hasOwn(record.files, file))
      messages.push(`the record starts with ${file}, and does not list it`);
  }
  return messages.map((message) => ({ rule: 'integrity', message }));
}

/**
 * Decides whether the compressed forms that the store keeps beside files hold those files: they are what browsers are sent.
 *
 * Takes the record and the content of the release's folder; returns a refusal with rule 'integrity' for each that does not.
 */
export async function checkForms(
  record: Pick<ReleaseRecord, 'files'>,
  content: ReadonlyMap<string, Uint8Array>,
): Promise<Refusal[]> {
  const refusals: Refusal[] = [];
  for (const [name, bytes] of content) {
    const original = originalOf(name, record.files);
    if (original === null) continue;
    if ((await integrityInside(name, bytes)) !== record.files[original]?.integrity)
      refusals.push({ rule: 'integrity', message: `${name} does not hold ${original} of the record` });
  }
  return refusals;
}

/**
 * Decides whether the code and styles of a release fit their budget, weighed after gzip as a browser fetches them.
 *
 * Takes the record and the content of the release's folder; returns one refusal with rule 'size', or none.
 */
export function checkSize(
  { budget }: Pick<ReleaseRecord, 'budget'>,
  content: ReadonlyMap<string, Uint8Array>,
): Refusal[] {
  const weights = [...content]
    .filter(([file]) => COUNTED.test(file) && !file.startsWith(`${DEVELOPMENT}/`))
    .map(([file, bytes]) => ({ file, gzip: gzipSync(bytes, { level: 9 }).byteLength }))
    .toSorted((one, other) => other.gzip - one.gzip);
  const total = weights.reduce((sum, { gzip }) => sum + gzip, 0);
  if (total <= budget.gzip) return [];
  const largest = weights.slice(0, SHOWN).map(({ file, gzip }) => `${file} ${inWords(gzip)}`);
  return [
    {
      rule: 'size',
      message: `code and styles are ${inWords(total)} after gzip, the budget is ${inWords(budget.gzip)}; the largest: ${largest.join(', ')}`,
    },
  ];
}
