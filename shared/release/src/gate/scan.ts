import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Refusal } from '@space/federation';
import { CssSyntaxError, parse, type Root, type Rule as StyleRule } from 'postcss';

// What compiles and always fails in a browser of this site: found in the text of scripts and style sheets.

/** Something found in a file. */
export interface Finding {
  /** Counted from 1. */
  line: number;
  /** One sentence: what is wrong, and what to do. */
  message: string;
}

const TRUSTED_TYPES =
  "it sets HTML from a text, which the site's policy (Trusted Types) refuses in every browser: render elements instead";
const SECOND_ROUTER =
  'it brings a router of its own, which does not know the address of this page: import Link, useNavigate and the others from @space/platform';
const SECOND_RENDERER =
  'it brings a second copy of react-dom, whose flushSync and batching have no effect on this page: do without it, only the shell renders';
const SECOND_REACT =
  'it brings a second copy of React, whose hooks fail on this page: let the preset share react, and add no alias for it';

/** Text in a source → why it fails. */
const IN_SOURCE: readonly (readonly [pattern: RegExp, message: string])[] = [
  [
    /\bdangerouslySetInnerHTML\b|\.(?:inner|outer)HTML\s*=(?!=)|\.insertAdjacentHTML\(|\bdocument\.write(?:ln)?\(/g,
    TRUSTED_TYPES,
  ],
  [/(?:\bfrom|\bimport)\s*\(?\s*['"]react-dom(?:\/[\w./-]+)?['"]/g, SECOND_RENDERER],
  [/(?:\bfrom|\bimport)\s*\(?\s*['"]react-router(?:-dom)?(?:\/[\w./-]+)?['"]/g, SECOND_ROUTER],
];

/** Text in a built script → why it fails: the same in dependencies, and in a build whose source is not here. */
const IN_BUILD: typeof IN_SOURCE = [
  [/\bdangerouslySetInnerHTML['"]?\s*:(?!\s*[!\d'"`])/g, TRUSTED_TYPES],
  [/__DOM_INTERNALS_DO_NOT_USE/g, SECOND_RENDERER],
  [/__CLIENT_INTERNALS_DO_NOT_USE\w*\s*[=:]/g, SECOND_REACT],
  [/__reactRouterVersion/g, SECOND_ROUTER],
];

const lineAt = (text: string, index: number) => text.slice(0, index).split('\n').length;

const findAll = (text: string, patterns: typeof IN_SOURCE): Finding[] =>
  patterns.flatMap(([pattern, message]) =>
    [...text.matchAll(pattern)].map(({ index }) => ({ line: lineAt(text, index), message })),
  );

/** Finds what fails in a source file; comments do not count. Takes its name and text. */
export async function findInSource(file: string, text: string): Promise<Finding[]> {
  if (findAll(text, IN_SOURCE).length === 0) return [];
  // Loaded on demand: Vite loads slowly, and most sources have no such text.
  const { parseSync } = await import('vite');
  const { comments } = parseSync(file, text);
  const blank = (code: string, { start, end }: { start: number; end: number }) =>
    code.slice(0, start) + code.slice(start, end).replaceAll(/[^\n]/g, ' ') + code.slice(end);
  return findAll(comments.reduce(blank, text), IN_SOURCE);
}

/** A rule that selects by itself: not a step of an animation, and not nested in another rule. */
const isTop = ({ parent }: StyleRule) =>
  parent?.type !== 'rule' &&
  !(parent?.type === 'atrule' && ((parent as { name?: string }).name ?? '').endsWith('keyframes'));

/**
 * Finds the rules of a style sheet that select elements of other remotes and of the shell. Takes the style sheet and the
 * pattern of the class names that are the remote's own.
 */
export function findGlobalSelectors(css: string, own: RegExp): Finding[] {
  const found: Finding[] = [];
  let sheet: Root;
  try {
    sheet = parse(css);
  } catch (error) {
    if (!(error instanceof CssSyntaxError)) throw error;
    return [{ line: error.line ?? 1, message: `it is not a style sheet: ${error.reason}` }];
  }
  sheet.walkRules((rule) => {
    if (!isTop(rule) || rule.selector.startsWith(':export')) return;
    const foreign = rule.selectors.find((one) => !own.test(one.replaceAll(/:(?:global|not)\([^)]*\)/g, '')));
    if (foreign === undefined) return;
    const message = `'${foreign}' selects elements of the whole page: let each selector contain a class of a CSS module`;
    found.push({ line: rule.source?.start?.line ?? 1, message });
  });
  return found;
}

const read = (folder: string, file: string) => readFile(join(folder, file), 'utf8').catch(() => '');

/**
 * Finds what always fails in built files, or changes the pages of others. Takes the folder of the build, its files, and the
 * pattern of the class names that are the remote's own; returns a refusal for each finding.
 */
export async function findInBuild(folder: string, files: readonly string[], own: RegExp): Promise<Refusal[]> {
  const refusals: Refusal[] = [];
  for (const file of files.filter((name) => /\.(js|css)$/.test(name))) {
    const text = await read(folder, file);
    const isStyle = file.endsWith('.css');
    const found = isStyle ? findGlobalSelectors(text, own) : findAll(text, IN_BUILD);
    const rule = isStyle ? 'styles' : 'scripts';
    for (const { line, message } of found) refusals.push({ rule, message, where: `dist/${file}:${line}` });
  }
  return refusals;
}

/** Whether one of a build's scripts exports a name. Takes the folder, the scripts and the name. */
export async function exportsName(
  folder: string,
  scripts: readonly string[],
  name: string,
): Promise<boolean> {
  const { parseSync } = await import('vite');
  for (const file of scripts) {
    const { staticExports } = parseSync(file, await read(folder, file)).module;
    if (staticExports.some(({ entries }) => entries.some(({ exportName }) => exportName.name === name)))
      return true;
  }
  return false;
}
