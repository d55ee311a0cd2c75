import * as z from 'zod/mini';
import { LICENCES } from '@space/federation';
import { readIntact, readPart } from './prerendered.ts';
import type { ReleaseRecord } from './schema.ts';

const licencesSchema = z.array(
  z.object({
    name: z.string(),
    version: z.string(),
    identifier: z.optional(z.string()),
    text: z.optional(z.string()),
  }),
);

/** The path of a font's licence in a build (shared/federation/src/build.ts). */
const FONT = /^assets\/(.+)-LICENSE\.txt$/;
/** The largest licence file that is read: a release is one team's, and `licences.txt` is the site's. */
const MAX_BYTES = 1024 * 1024;
const RULE = '='.repeat(80);

const oneLine = (text: string) => text.replaceAll(/\p{Cc}+/gu, ' ');

interface Part {
  heading: string;
  text: string;
}

async function partsOf(store: string, record: ReleaseRecord, file: string): Promise<Part[]> {
  if ((record.files[file]?.bytes ?? 0) > MAX_BYTES) return [];
  const [, font] = FONT.exec(file) ?? [];
  if (font === undefined) {
    const licences = (await readPart(store, record, file, licencesSchema)) ?? [];
    return licences.map(({ name, version, identifier = 'no licence is named', text = '' }) => ({
      heading: oneLine(`${name} ${version} (${identifier})`),
      text,
    }));
  }
  const text = await readIntact(store, record, file);
  return text === null ? [] : [{ heading: `The font ${font}`, text }];
}

/**
 * Lists the third-party code and fonts that the site sends, each once, with the releases that contain them. A release
 * without a list, as another tool builds it, is named.
 *
 * Takes the store and the records of the releases that visitors may load; returns the text of the file.
 */
export async function licencesOf(store: string, records: readonly ReleaseRecord[]): Promise<string> {
  const parts = new Map<string, Part & { names: Set<string> }>();
  const withoutList = new Set<string>();
  for (const record of records) {
    const files = Object.keys(record.files).filter((file) => file.endsWith(LICENCES) || FONT.test(file));
    if (!files.some((file) => file.endsWith(LICENCES))) withoutList.add(record.name);
    for (const part of (await Promise.all(files.map((file) => partsOf(store, record, file)))).flat()) {
      const known = parts.get(part.heading) ?? { ...part, names: new Set() };
      parts.set(part.heading, { ...known, names: known.names.add(record.name) });
    }
  }
  const sorted = [...parts.values()].toSorted((one, other) => one.heading.localeCompare(other.heading, 'en'));
  return [
    'Licences of the code and the fonts of others that this site sends to browsers. The source of each is in its\npackage, which https://www.npmjs.com has under its name and version.\n',
    ...[...withoutList].map((name) => `A release of ${name} does not say what it holds.\n`),
    ...sorted.map(
      ({ heading, names, text }) =>
        `${RULE}\n${heading}\nIn: ${[...names].join(', ')}\n\n${text.replaceAll('\r\n', '\n').trim()}\n`,
    ),
  ].join('\n');
}
