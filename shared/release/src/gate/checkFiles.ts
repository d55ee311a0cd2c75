import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Refusal } from '@space/federation';
import { filesOf, integrityInside, integrityOf, originalOf, type ReleaseRecord } from '@space/store';
import { DEVELOPMENT } from '../buildApp.ts';

/** Build metadata and the record (older ones with a signature): no browser requests them, and the record has no hash for them. */
const METADATA = /^(release\.json(\.sig)?|mf-(manifest|stats)\.json)$/;
/** Lists the pages of a remote's build, from its routes. */
const PAGES = 'pages.json';
const COUNTED = /\.(js|css)$/;
const MAX_LISTED = 3;

const formatBytes = (bytes: number) => `${bytes.toLocaleString('en')} bytes`;

/** Reads every file of a release except its metadata: path → bytes. */
export async function readFiles(folder: string): Promise<Map<string, Buffer>> {
  const names = (await filesOf(folder)).filter((file) => !METADATA.test(file));
  return new Map(
    await Promise.all(names.map(async (file) => [file, await readFile(join(folder, file))] as const)),
  );
}

/**
 * Checks that the files of a release match the SHA-256 hashes in its record. Browsers check the same hashes, and would
 * refuse a changed file when the team no longer watches.
 *
 * Takes the record and the content of the release's folder; returns a refusal with rule 'integrity' for each file that
 * is missing, changed or not in the record.
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
      messages.push(`${file} differs from the record: its SHA-256 is another one`);
  }
  for (const file of content.keys()) {
    if (!Object.hasOwn(record.files, file) && originalOf(file, record.files) === null)
      messages.push(`${file} is not in the record`);
  }
  for (const file of new Set([record.entry, ...record.styles, ...record.preload])) {
    if (!Object.hasOwn(record.files, file))
      messages.push(`the record loads ${file} at the start, but does not list it`);
  }
  return messages.map((message) => ({ rule: 'integrity', message }));
}

/**
 * Checks that the compressed files that the store keeps beside the originals decompress to them: browsers get these.
 *
 * Takes the record and the content of the release's folder; returns a refusal with rule 'integrity' for each that does not.
 */
export async function checkCompressedFiles(
  record: Pick<ReleaseRecord, 'files'>,
  content: ReadonlyMap<string, Uint8Array>,
): Promise<Refusal[]> {
  const refusals: Refusal[] = [];
  for (const [name, bytes] of content) {
    const original = originalOf(name, record.files);
    if (original === null) continue;
    if ((await integrityInside(name, bytes)) !== record.files[original]?.integrity)
      refusals.push({
        rule: 'integrity',
        message: `${name} does not decompress to ${original} of the record`,
      });
  }
  return refusals;
}

/**
 * Checks that the code and styles of a release fit their budget, measured after gzip.
 *
 * Takes the record and the content of the release's folder; returns one refusal with rule 'size', or none.
 */
export function checkSize(
  { budget }: Pick<ReleaseRecord, 'budget'>,
  content: ReadonlyMap<string, Uint8Array>,
): Refusal[] {
  const sizes = [...content]
    .filter(([file]) => COUNTED.test(file) && !file.startsWith(`${DEVELOPMENT}/`))
    .map(([file, bytes]) => ({ file, gzip: gzipSync(bytes, { level: 9 }).byteLength }))
    .toSorted((one, other) => other.gzip - one.gzip);
  const total = sizes.reduce((sum, { gzip }) => sum + gzip, 0);
  if (total <= budget.gzip) return [];
  const largest = sizes.slice(0, MAX_LISTED).map(({ file, gzip }) => `${file} ${formatBytes(gzip)}`);
  return [
    {
      rule: 'size',
      message: `code and styles are ${formatBytes(total)} after gzip, the budget is ${formatBytes(budget.gzip)}; the largest: ${largest.join(', ')}`,
    },
  ];
}

/** The paths of the pages in `pages.json`; null if it cannot be parsed. `derive` checks its content. */
function pathsIn(bytes: Uint8Array): string[] | null {
  try {
    return Object.keys(JSON.parse(Buffer.from(bytes).toString()) as object);
  } catch {
    return null;
  }
}

/**
 * Checks that a remote's routes match its declared pages. The build lists the routes in `pages.json`.
 *
 * Takes the record and the content of the release's folder; returns a refusal with rule 'pages' for each page without a
 * route and for each route without a declared page.
 */
export function checkRoutes(
  { name, pages }: Pick<ReleaseRecord, 'name' | 'pages'>,
  content: ReadonlyMap<string, Uint8Array>,
): Refusal[] {
  const file = content.get(PAGES);
  if (file === undefined) return [];
  const routes = pathsIn(file);
  if (routes === null) return [{ rule: 'pages', message: `${PAGES} cannot be read` }];
  const declared = pages.map(({ path }) => path);
  const refusal = (message: string, where: string): Refusal => ({
    rule: 'pages',
    message,
    where: `remotes/${name}/${where}`,
  });
  return [
    ...declared
      .filter((path) => !routes.includes(path))
      .map((path) => refusal(`${path} is declared in remote.json and has no route`, 'src/routes.tsx')),
    ...routes
      .filter((path) => !declared.includes(path))
      .map((path) => refusal(`${path} is a route, and remote.json does not declare it`, 'remote.json')),
  ];
}
