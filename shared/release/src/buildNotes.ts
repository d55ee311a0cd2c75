import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { NOTES_FILE } from '@space/federation';
import { checked, isMissing, mapOf, storeError } from '@space/store';
import * as z from 'zod/mini';

/** Reads a JSON file. Throws StoreError with the path and the given advice if the file is missing or not valid JSON. */
export function readJson(file: string, advice: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    if (isMissing(error)) throw storeError(`${file} is missing. ${advice}`, error);
    throw storeError(
      `${file} cannot be read: ${error instanceof Error ? error.message : ''}. ${advice}`,
      error,
    );
  }
}

const text = z.string().check(z.minLength(1));
const notesSchema = z.object({
  contract: z.int(),
  /** The container's entry, and the scripts that it loads before those of a page. */
  entry: text,
  preload: z.array(text),
  /** What it needs from the shell: import specifier → version range. */
  shares: mapOf(text, text),
  /** The names that it imports from the platform, and for each a place: 'remotes/retro/src/Clock.tsx:3'. */
  uses: z.array(text),
  places: mapOf(text, text),
});
export type BuildNotes = z.infer<typeof notesSchema>;

const ADVICE =
  'The preset of @space/federation writes it: use it in vite.config.ts, and build again (`npm run build -- <name>`).';

/** Reads the notes of a remote's build. Takes the build's folder. Throws StoreError with the path and advice. */
export function readBuildNotes(dist: string): BuildNotes {
  const file = join(dist, NOTES_FILE);
  return checked(
    notesSchema,
    readJson(file, ADVICE),
    `${file} is not of our preset (build again: \`npm run build -- <name>\`)`,
  );
}
