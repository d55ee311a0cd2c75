import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkTypes } from '../gate/checkTypes.ts';
import type { ReleaseTypes } from '../gate/releaseTypes.ts';
import { reportOf } from '../gate/typesOf.ts';
import { ROOT } from '../places.ts';
import { neededDeclarations } from './neededDeclarations.ts';

const PLATFORM = join(ROOT, 'shared', 'platform');
const INDEX = 'platform/src/index.d.ts';
/** The report that is kept beside the source, for reviewers and for comparison. */
export const API_FILE = join(PLATFORM, 'api.md');

/** A platform as remotes see it: its version, and the declarations that its index leads to. */
interface Api {
  version: string;
  files: Record<string, string>;
}

/** The platform of this checkout, as the compiler declares it. */
export async function apiOfSource(): Promise<Api> {
  const { platform: version = '', files } = await reportOf(PLATFORM);
  return { version, files: neededDeclarations(INDEX, files) };
}

const ENDING = '.d.ts';

/** The report as a text that people read. */
export const apiText = ({ version, files }: Api) =>
  [
    `# @space/platform ${version}`,
    'What remotes may use, as the compiler declares it. Written by `node shared/release/src/packages/writeApi.ts`.',
    ...Object.entries(files).map(
      ([file, text]) => `## ${file.replace(ENDING, '')}\n\n\`\`\`ts\n${text.trim()}\n\`\`\``,
    ),
  ].join('\n\n') + '\n';

/** Reads a report. Throws an Error when it is none. */
export function parseApi(text: string): Api {
  const [, version] = /^# @space\/platform (\S+)$/m.exec(text) ?? [];
  if (version === undefined) throw new Error('It is no report of the platform.');
  const files = [...text.matchAll(/^## (\S+)\n\n```ts\n([^]*?)\n```$/gm)];
  return { version, files: Object.fromEntries(files.map(([, file, code]) => [file + ENDING, `${code}\n`])) };
}

/** The report beside the source. */
export const readApi = () => parseApi(readFileSync(API_FILE, 'utf8'));

/** The names that an index lists, as remotes write them. */
function namesOf({ files }: Api): { values: string[]; types: string[] } {
  const values: string[] = [];
  const types: string[] = [];
  for (const [, only, list = ''] of (files[INDEX] ?? '').matchAll(/export (type )?\{([^}]*)\}/g)) {
    for (const entry of list.split(',').map((one) => one.trim())) {
      const isType = only !== undefined || entry.startsWith('type ');
      (isType ? types : values).push(entry.replace(/^type /, '').replace(/^.* as /, ''));
    }
  }
  return { values, types };
}

/** What does not take the place of what was, by the compiler's word. */
async function misfits(was: Api, is: Api): Promise<string[]> {
  const typesOf = ({ version, files }: Api): ReleaseTypes => ({ platform: version, files, places: {} });
  const uses = namesOf(was).values.filter((name) => namesOf(is).values.includes(name));
  const [refusals = []] = await checkTypes(typesOf(is), [{ types: typesOf(was), uses }]);
  return refusals.map(({ message }) => message);
}

/** How much a version has to be raised, from the least. */
const KINDS = ['none', 'patch', 'minor', 'major'] as const;

/**
 * Lets the compiler decide what a change of the platform is to remotes: 'major' breaks some (a name is gone, or no longer takes
 * the place of the one before), 'minor' gives them more, 'patch' is another text for the same.
 *
 * Takes the platform before and after; returns the kind, and why.
 */
export async function changeBetween(
  before: Api,
  after: Api,
): Promise<{ kind: (typeof KINDS)[number]; reasons: string[] }> {
  if (JSON.stringify(before.files) === JSON.stringify(after.files)) return { kind: 'none', reasons: [] };
  const [were, are] = [before, after].map((api) => Object.values(namesOf(api)).flat());
  const gone = (were ?? []).filter((name) => !are?.includes(name)).map((name) => `'${name}' is gone`);
  const breaking = [...gone, ...(await misfits(before, after))];
  if (breaking.length > 0) return { kind: 'major', reasons: breaking };
  const added = (are ?? []).filter((name) => !were?.includes(name)).map((name) => `'${name}' is new`);
  const more = [...added, ...(await misfits(after, before))];
  if (more.length > 0) return { kind: 'minor', reasons: more };
  return { kind: 'patch', reasons: ['it is written in another way'] };
}

const numbersIn = (version: string) => version.split('.').map(Number);

/** The least version for a change: 1.6.0 becomes 1.7.0 by what is 'minor'. */
function raised(version: string, kind: (typeof KINDS)[number]): string {
  const [major = 0, minor = 0, patch = 0] = numbersIn(version);
  if (kind === 'major') return `${major + 1}.0.0`;
  if (kind === 'minor') return `${major}.${minor + 1}.0`;
  return kind === 'patch' ? `${major}.${minor}.${patch + 1}` : version;
}

/**
 * Says in a sentence by how much the version of the platform has to be raised for what has changed; null when it is high
 * enough. Takes the platform as its report has it, and as it is.
 */
export async function versionTrouble(before: Api, after: Api): Promise<string | null> {
  const { kind, reasons } = await changeBetween(before, after);
  const least = raised(before.version, kind);
  if (after.version.localeCompare(least, 'en', { numeric: true }) >= 0) return null;
  return `${reasons.join('; ')}. Raise the version in shared/platform/package.json to ${least}.`;
}
