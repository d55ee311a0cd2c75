import { posix } from 'node:path';
import { commentsOf, placeOf, type TextFile } from './repository.ts';

/** File names in examples, which need not exist. */
const EXAMPLES =
  /(?:^|\/)(?:utils\.ts|prerender\.ts|x\.ts|Clock\.tsx|NotesPage\.tsx|YYYYMMDDHHMMSS_name\.sql)$/;

export interface Targets {
  paths: ReadonlySet<string>;
  rules: ReadonlySet<string>;
  decisions: ReadonlySet<string>;
  /** The anchors of each page of documentation. */
  anchors: ReadonlyMap<string, ReadonlySet<string>>;
}

interface Found {
  index: number;
  what: string;
}

const NAME = String.raw`[a-z]+(?:-[a-z0-9]+)+`;
const GAP = String.raw`(?:\s|\*|//|--)+`;
const RULES = new RegExp(
  String.raw`\brules?${GAP}(${NAME}(?:(?:,|,?${GAP}(?:and|or))${GAP}${NAME})*)(?![\w-])`,
  'gi',
);
const DECISIONS = new RegExp(
  String.raw`\bdecisions?${GAP}(\d{3}(?:(?:,|${GAP}(?:and|to))${GAP}\d{3})*)`,
  'gi',
);
/** Documents that are not in the repository. */
const ELSEWHERE =
  /\bD-[1-9]\d?\b|\bthe spec(?:ification)?\b|\bspec,? sections?\b|\bsections? \d+(?: and \d+)? of the spec\b|\b(?:ux|trust|house)\.md\b|\bdesign notes\b|\bfederation-research\b|\bissue \d+\b|\(A\d(?:\.\d+)?[,) ]/gi;

/** Takes the text of a heading; returns the anchor that it gets. */
function anchorOf(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

/** Takes all files; returns what references may lead to. */
export function targetsOf(paths: readonly string[], files: readonly TextFile[]): Targets {
  const pages = files.filter(({ path }) => path.endsWith('.md'));
  const headings = ({ text }: TextFile) =>
    [...text.matchAll(/^#{1,6} (.+)$/gm)].map(([, title = '']) => title);
  const product = pages.find(({ path }) => path === 'docs/product.md');
  const folders = paths.flatMap((path) =>
    path.split('/').map((_, end, parts) => parts.slice(0, end).join('/')),
  );
  return {
    paths: new Set([...paths, ...folders]),
    rules: new Set(product ? headings(product).filter((title) => new RegExp(`^${NAME}$`).test(title)) : []),
    decisions: new Set(paths.flatMap((path) => /^docs\/decisions\/(\d{3})-/.exec(path)?.[1] ?? [])),
    anchors: new Map(pages.map((page) => [page.path, new Set(headings(page).map(anchorOf))])),
  };
}

const wordsIn = (text: string, pattern: RegExp) => text.match(pattern) ?? [];

/** Rules by name and decisions by number, also in brackets in the documentation: '(026)'. */
function citations({ path }: TextFile, prose: string, { rules, decisions }: Targets): Found[] {
  const named = [...prose.matchAll(RULES)].flatMap(({ index, 1: list = '' }) =>
    wordsIn(list, new RegExp(NAME, 'g'))
      .filter((name) => !rules.has(name) && !name.startsWith('no-'))
      .map((name) => ({ index, what: `docs/product.md has no rule ${name}` })),
  );
  const bracketed = path.endsWith('.md') ? [...prose.matchAll(/\((0\d\d(?:, 0\d\d)*)\)/g)] : [];
  const numbered = [...prose.matchAll(DECISIONS), ...bracketed].flatMap(({ index, 1: list = '' }) =>
    wordsIn(list, /\d{3}/g)
      .filter((number) => !decisions.has(number))
      .map((number) => ({ index, what: `there is no decision ${number}` })),
  );
  return [...named, ...numbered];
}

function links({ path }: TextFile, prose: string, { paths, anchors }: Targets): Found[] {
  if (!path.endsWith('.md')) return [];
  return [...prose.matchAll(/\]\((?!\w+:)([^)#\s]*)(?:#([^)\s]+))?\)/g)].flatMap(
    ({ index, 1: file = '', 2: anchor }) => {
      const target = file === '' ? path : posix.join(posix.dirname(path), file).replace(/\/$/, '');
      if (!paths.has(target)) return [{ index, what: `${target} is not there` }];
      const known = anchors.get(target);
      if (anchor === undefined || known === undefined || known.has(anchor)) return [];
      return [{ index, what: `${target} has no heading #${anchor}` }];
    },
  );
}

/** The files that a page of documentation tells its readers to create: a block under a path, or a copy. */
const CREATED = /^(?:```\w+|cp \S+) (\S+\.\w+)$/gm;

/** Paths below docs/, and source files that a comment names by their path or name. */
function files({ path: from }: TextFile, prose: string, { paths }: Targets): Found[] {
  const created = from.endsWith('.md') ? [...prose.matchAll(CREATED)].map(([, path = '']) => path) : [];
  const all = [...paths, ...created];
  const isThere = (name: string) => all.some((path) => path === name || path.endsWith(`/${name}`));
  const pages = [...prose.matchAll(/(?<![\w/-])docs\/[\w/-]*\w(?:\.\w+)?/g)].filter(
    ([name]) => !paths.has(name) && !all.some((path) => path.startsWith(`${name}-`) || path === `${name}.md`),
  );
  const sources = [...prose.matchAll(/(?<![\w/.@*<>:-])[\w./-]*\w\.(?:tsx?|css|sql)\b(?![\w/])/g)].filter(
    ([name]) => !EXAMPLES.test(name) && !isThere(name.replace(/^(?:\.{1,2}\/)+/, '')),
  );
  return [...pages, ...sources].map(({ 0: name, index }) => ({ index, what: `${name} is not there` }));
}

/** Takes a file and the existing targets; returns a line for each reference in it that leads nowhere, with its place. */
export function brokenReferences(file: TextFile, targets: Targets): string[] {
  const prose = commentsOf(file);
  // Titles of tests name rules as well.
  const inStrings = file.text.matchAll(/(?<![\w\\-])D-[1-9]\d?\b/g);
  const elsewhere = [...prose.matchAll(ELSEWHERE), ...inStrings].map(({ 0: name, index }) => ({
    index,
    what: `'${name}' is not in the repository: name a rule of docs/product.md or a decision`,
  }));
  const found = [citations, links, files].flatMap((check) => check(file, prose, targets));
  return [...new Set([...found, ...elsewhere].map(({ index, what }) => `${placeOf(file, index)} ${what}`))];
}
