import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Refusal } from '@space/federation';
import { filesOf, integrityInside, integrityOf, originalOf, type ReleaseRecord } from '@space/store';
import { DEVELOPMENT } from '../buildApp.ts';

/** What a build says of itself; the record, which holds no hash of its own, and its signature. No browser asks for them. */
const NOTES = /^(release\.json(\.sig)?|mf-(manifest|stats)\.json)$/;
/** A remote's pages, as its routes have them. */
const PAGES = 'pages.json';
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

/** The names of pages and slots, by the bytes of `pages.json`; null where they are none. `derive` looks at it more closely. */
function namesIn(bytes: Uint8Array): string[] | null {
  try {
    return Object.keys(JSON.parse(Buffer.from(bytes).toString()) as object);
  } catch {
    return null;
  }
}

/**
 * Decides whether a remote's routes are the pages that it declares, and what it exposes for slots what it says that it fills:
 * the build notes each of them in `pages.json`.
 *
 * Takes the record and the content of the release's folder; returns a refusal with rule 'pages' for each page without a
 * route, which no one could open, and for each route that no page declares; the same with rule 'slots'.
 */
export function checkRoutes(
  { name, pages, fills = [] }: Pick<ReleaseRecord, 'name' | 'pages' | 'fills'>,
  content: ReadonlyMap<string, Uint8Array>,
): Refusal[] {
  const file = content.get(PAGES);
  if (file === undefined) return [];
  const exposed = namesIn(file);
  if (exposed === null) return [{ rule: 'pages', message: `${PAGES} cannot be read` }];
  const routes = exposed.filter((key) => key.startsWith('/'));
  const slots = exposed.filter((key) => !routes.includes(key));
  const declared = pages.map(({ path }) => path);
  const filled = fills.map(({ slot }) => slot);
  const refusal = (message: string, where: string, rule: Refusal['rule'] = 'pages'): Refusal => ({
    rule,
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
    ...filled
      .filter((slot) => !slots.includes(slot))
      .map((slot) =>
        refusal(`${slot} is filled in remote.json and not in 'slots'`, 'src/routes.tsx', 'slots'),
      ),
    ...slots
      .filter((slot) => !filled.includes(slot))
      .map((slot) =>
        refusal(`${slot} is in 'slots', and remote.json does not fill it`, 'remote.json', 'slots'),
      ),
  ];
}
