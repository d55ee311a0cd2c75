import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkNavigation, checkPages, targetsOf, type Refusal } from '@space/federation';
import {
  SHELL,
  alteredFile,
  orStoreError,
  readLiveShell,
  readFolder,
  readRecord,
  refusalsOf,
  remotesIn,
  versionsOf,
  type ReleaseRecord,
} from '@space/store';
import { DEVELOPMENT } from '../places.ts';
import { exportsName, findInBuild } from './scan.ts';

// The gate: the rules that need no execution of a release's code. They run on the team's machine, on the server that
// receives an archive, and before a pointer moves to an earlier release.

/** A release that may go live. */
export interface Candidate {
  record: ReleaseRecord;
  /** The folder of its files, in the store or elsewhere. */
  folder: string;
  /** The source folder as refusals name it, 'remotes/clock' if it is not given. */
  source?: string;
  /** Platform name → the line that imports it, 'remotes/retro/src/Clock.tsx:3', if the build says so. */
  places?: Readonly<Record<string, string>>;
}

type Site = Awaited<ReturnType<typeof siteWithout>>;
type Rule = (candidate: Candidate, site: Site) => Refusal[] | Promise<Refusal[]>;

const inSource = ({ record: { name }, source = `remotes/${name}` }: Candidate, file: string) =>
  name === SHELL ? 'shell/shell.json' : join(source, file);
const declarationOf = (candidate: Candidate) => inSource(candidate, 'remote.json');
const routesOf = (candidate: Candidate) => inSource(candidate, 'src/routes.tsx');

/** Makes a refusal of a message. */
const refuse = (rule: string, where?: string) => (message: string) => ({
  rule,
  message,
  ...(where && { where }),
});

const COUNTED = /\.(js|css)$/;
const formatBytes = (bytes: number) => `${bytes.toLocaleString('en')} bytes`;

/** The files of a release have the hashes of its record: browsers check the same ones later. */
const files: Rule = async ({ record, folder }) => {
  const altered = await alteredFile(folder, record.files);
  const loaded = new Set([record.entry, ...record.styles, ...record.preload]);
  const unlisted = [...loaded].filter((file) => !Object.hasOwn(record.files, file));
  return [
    ...(altered === null ? [] : [`${altered} is missing or differs from the record: build it again`]),
    ...unlisted.map((file) => `the record loads ${file} at the start, but does not list it: build it again`),
  ].map(refuse('integrity'));
};

/** Code and styles fit the budget of `remote.json`, after gzip. */
const size: Rule = (candidate) => {
  const { files: listed, budget } = candidate.record;
  const counted = Object.entries(listed)
    .filter(([file]) => COUNTED.test(file) && !file.startsWith(`${DEVELOPMENT}/`))
    .toSorted(([, one], [, other]) => other.gzip - one.gzip);
  const total = counted.reduce((sum, [, { gzip }]) => sum + gzip, 0);
  if (total <= budget.gzip) return [];
  const largest = counted.slice(0, 3).map(([file, { gzip }]) => `${file} ${formatBytes(gzip)}`);
  const message = `code and styles are ${formatBytes(total)} after gzip, the budget is ${formatBytes(budget.gzip)}: load less, or raise the budget; the largest: ${largest.join(', ')}`;
  return [refuse('size', declarationOf(candidate))(message)];
};

/** Each page that `remote.json` declares has a component, and no other page has one. */
const components: Rule = async (candidate) => {
  // `pages.json` of a build lists the pages that it has.
  const built = await readFile(join(candidate.folder, 'pages.json'), 'utf8')
    .then((text) => Object.keys(JSON.parse(text) as object))
    .catch(() => null);
  if (built === null)
    return [refuse('pages')('the build has no readable pages.json: build it again with our preset')];
  const declared = candidate.record.pages.map(({ path }) => path);
  const missing = declared
    .filter((path) => !built.includes(path))
    .map((path) => `${path} is declared in remote.json and has no component: add '${path}' to \`pages\``);
  const undeclared = built
    .filter((path) => !declared.includes(path))
    .map((path) => `${path} has a component and is not declared: add it to \`pages\` of remote.json`);
  return [
    ...missing.map(refuse('pages', routesOf(candidate))),
    ...undeclared.map(refuse('pages', declarationOf(candidate))),
  ];
};

/** The entry is a container, and the module that it exposes exports `pages`. */
const exportsPages: Rule = async (candidate) => {
  const { record, folder } = candidate;
  const isListed = Object.hasOwn(record.files, record.entry);
  const broken = `${record.entry} is not a container: it exports no 'init'. Build it again with our preset`;
  if (isListed && !(await exportsName(folder, [record.entry], 'init'))) return [refuse('contract')(broken)];
  const nothing =
    "the build exports no 'pages': `export const pages = { '/notes': async () => … }`, and build it with our preset";
  const isExported = await exportsName(folder, record.preload, 'pages');
  return isExported ? [] : [refuse('contract', routesOf(candidate))(nothing)];
};

/** Nothing in the built files always fails in a browser, or changes the pages of others. */
const safeInBrowsers: Rule = ({ record: { name, files: built }, folder }) =>
  findInBuild(folder, Object.keys(built), new RegExp(`\\.${name}__`));

/** Each page has a title of its own: it is all that tells two tabs apart. */
const titles: Rule = (candidate) =>
  candidate.record.pages
    .filter(({ title }, place, all) => title && all.findIndex((page) => page.title === title) !== place)
    .map(({ path, title }) => `${path} has the title '${title}' of another page: give it one of its own`)
    .map(refuse('pages', declarationOf(candidate)));

/** No page belongs to another remote or the shell, and redirects and navigation lead to pages. */
const ownership: Rule = (candidate, { shell, remotes, reserved }) => {
  const { name, pages, navigation } = candidate.record;
  const others = [...(shell ? [shell] : []), ...remotes, ...reserved];
  // The shell is the first release of a site: the pages that it links to are released later, with their remotes.
  const elsewhere = name === SHELL ? targetsOf(pages) : [];
  const found = [...checkPages(name, pages, others, elsewhere), ...checkNavigation(pages, navigation)];
  return found.map((refusal) => ({ ...refusal, where: declarationOf(candidate) }));
};

/** The live shell has the contract, the shared packages and the names of the platform that a remote needs. */
const runsInShell: Rule = ({ record, places = {} }, { shell }) => {
  if (!shell) return [refuse('contract')('there is no live shell that it could run in: release one first')];
  return refusalsOf(record, shell).map((refusal) => {
    const [, where] = Object.entries(places).find(([name]) => refusal.message.endsWith(`no '${name}'`)) ?? [];
    return where === undefined ? refusal : { ...refusal, where };
  });
};

/** A shell runs each release that visitors may get. */
const runsRemotes: Rule = ({ record }, { remotes }) =>
  remotes.flatMap((remote) => {
    const would = `${remote.name} ${remote.version} would not run`;
    return refusalsOf(remote, record).map(({ rule, message }) => ({ rule, message: `${would}: ${message}` }));
  });

const OF_REMOTES = [files, size, exportsPages, components, titles, ownership, runsInShell, safeInBrowsers];
const OF_SHELL = [files, size, ownership, runsRemotes];

const isRecord = (record: ReleaseRecord | Error): record is ReleaseRecord => !(record instanceof Error);

/** What the rules of the gate compare a release with. */
async function siteWithout(store: string, name: string) {
  /** The releases of the other remotes that visitors may get. */
  const remotes: ReleaseRecord[] = [];
  /** Releases whose pages are reserved although the pointer or a record of their remote cannot be read. */
  const reserved: ReleaseRecord[] = [];
  for (const other of (await remotesIn(store)).filter((one) => one !== name)) {
    const folder = await orStoreError(readFolder(store, other));
    const offered = folder instanceof Error ? [folder] : [...folder.records.values()];
    remotes.push(...offered.filter(isRecord));
    if (offered.every(isRecord)) continue;
    for (const version of await versionsOf(store, other)) {
      const record = await orStoreError(readRecord(store, other, version));
      if (isRecord(record)) reserved.push(record);
    }
  }
  return { shell: name === SHELL ? null : await readLiveShell(store), remotes, reserved };
}

/** The error for a release that the gate refuses. Recognised by its name, because two copies of a class can meet. */
export interface RefusedRelease extends Error {
  name: 'RefusedRelease';
  release: Pick<ReleaseRecord, 'name' | 'version'>;
  refusals: readonly Refusal[];
}

/** Creates the error for a refused release: a line with the verdict, and one for each broken rule. */
export function refusedRelease({ name, version }: RefusedRelease['release'], refusals: readonly Refusal[]) {
  const lineOf = ({ rule, message, where }: Refusal) => `  ${rule}: ${message}${where ? ` (${where})` : ''}`;
  const error = new Error([`${name} ${version} was refused:`, ...refusals.map(lineOf)].join('\n'));
  return Object.assign(error, { name: 'RefusedRelease' as const, release: { name, version }, refusals });
}

export const isRefusedRelease = (value: unknown): value is RefusedRelease =>
  value instanceof Error && value.name === 'RefusedRelease';

/** Runs the gate on a release, against what the store offers now. Throws RefusedRelease, and StoreError if it cannot run. */
export async function enforceGate(store: string, candidate: Candidate): Promise<void> {
  const { name } = candidate.record;
  const site = await siteWithout(store, name);
  const found: Refusal[] = [];
  for (const rule of name === SHELL ? OF_SHELL : OF_REMOTES) found.push(...(await rule(candidate, site)));
  if (found.length > 0) throw refusedRelease(candidate.record, found);
}
