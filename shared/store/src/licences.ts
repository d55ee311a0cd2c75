import * as z from 'zod/mini';
import { LICENCES } from '@space/federation';
import { readWhole } from './pageParts.ts';
import type { ReleaseRecord } from './schema.ts';

/** At the root of the site: the licences of the code and the fonts of others that its releases hold. */
export const LICENCES_FILE = 'licences.txt';

const licencesSchema = z.array(
  z.object({
    name: z.string(),
    version: z.string(),
    identifier: z.optional(z.string()),
    text: z.optional(z.string()),
  }),
);

/** Where builds put the licence of a font (shared/federation/src/fontLicences.ts). */
const FONT = /^assets\/(.+)-LICENSE\.txt$/;
/** One release may say so much: it is a team's, and the file is the site's. */
const LONGEST = 1024 * 1024;
const RULE = '='.repeat(80);

const oneLine = (text: string) => text.replaceAll(/\p{Cc}+/gu, ' ');

interface Part {
  heading: string;
  text: string;
}

async function readPart(store: string, record: ReleaseRecord, file: string): Promise<Part[]> {
  const text = (record.files[file]?.bytes ?? 0) > LONGEST ? null : await readWhole(store, record, file);
  if (text === null) return [];
  const [, font] = FONT.exec(file) ?? [];
  if (font !== undefined) return [{ heading: `The font ${font}`, text }];
  return parse(text).map(({ name, version, identifier = 'no licence is named', text: licence = '' }) => ({
    heading: oneLine(`${name} ${version} (${identifier})`),
    text: licence,
  }));
}

function parse(text: string): z.infer<typeof licencesSchema> {
  try {
    return licencesSchema.safeParse(JSON.parse(text)).data ?? [];
  } catch {
    return []; // the release says nothing that can be read
  }
}

/**
 * Says whose code and fonts the site sends, each once, with the releases that hold it. A release that another tool has built says
 * nothing of that, and is named.
 *
 * Takes the store and the records of what visitors may load; returns the text of the file.
 */
export async function licencesOf(store: string, records: readonly ReleaseRecord[]): Promise<string> {
  const parts = new Map<string, Part & { names: Set<string> }>();
  const silent = new Set<string>();
  for (const record of records) {
    const files = Object.keys(record.files).filter((file) => file.endsWith(LICENCES) || FONT.test(file));
    if (!files.some((file) => file.endsWith(LICENCES))) silent.add(record.name);
    for (const part of (await Promise.all(files.map((file) => readPart(store, record, file)))).flat()) {
      const known = parts.get(part.heading) ?? { ...part, names: new Set() };
      parts.set(part.heading, { ...known, names: known.names.add(record.name) });
    }
  }
  const sorted = [...parts.values()].toSorted((one, other) => one.heading.localeCompare(other.heading, 'en'));
  return [
    'Licences of the code and the fonts of others that this site sends to browsers. The source of each is in its\npackage, which https://www.npmjs.com has under its name and version.\n',
    ...[...silent].map((name) => `A release of ${name} does not say what it holds.\n`),
    ...sorted.map(
      ({ heading, names, text }) =>
        `${RULE}\n${heading}\nIn: ${[...names].join(', ')}\n\n${text.replaceAll('\r\n', '\n').trim()}\n`,
    ),
  ].join('\n');
}
