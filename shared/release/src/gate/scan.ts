import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Refusal } from '@space/federation';
import { filesOf } from '@space/store';
import { AtRule, CssSyntaxError, parse, type Rule as StyleRule } from 'postcss';
import { placeOf } from '../places.ts';
import { isSource } from '../sources.ts';

// What compiles and always fails in a browser of this site: found in the text of scripts and style sheets.

/** A line, counted from 1, and one sentence: what is wrong, and what to do. */
type Finding = readonly [line: number, message: string];

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
  [
    /\bnew\s+(?:Shared)?Worker\s*\(|['"][^'"]*\?(?:sharedworker|worker)\b[^'"]*['"]/g,
    "it starts a worker, which the site's policy refuses: do the work on the page, in short tasks",
  ],
  [
    /\bserviceWorker\s*\.\s*register\s*\(/g,
    'it registers a service worker: the site has its own, which caches what pages need',
  ],
  [
    /\bimport\.meta\.env\.BASE_URL\b/g,
    "it builds on BASE_URL, which is not the address of a release: write new URL('/x.png', import.meta.url).href for a file of public/",
  ],
];

/** The same in the source of a style sheet. */
const IN_STYLES: typeof IN_SOURCE = [
  [
    /url\(\s*['"]?data:(?:font|application\/(?:x-)?font)/gi,
    "it embeds a font, which the site's policy refuses: refer to a file, url(./font.woff2)",
  ],
  [
    /(?:@import\s+(?:url\()?|url\()\s*['"]?(?:https?:)?\/\//gi,
    "it loads something from another site, which the site's policy refuses: put the file into the remote",
  ],
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
    [...text.matchAll(pattern)].map(({ index }): Finding => [lineAt(text, index), message]),
  );

/** Finds what fails in the source of a script; comments do not count. Takes its name and text. */
async function findInScript(file: string, text: string): Promise<Finding[]> {
  if (findAll(text, IN_SOURCE).length === 0) return [];
  // Loaded on demand: Vite loads slowly, and most sources have no such text.
  const { parseSync } = await import('vite');
  const { comments } = parseSync(file, text);
  const blank = (code: string, { start, end }: { start: number; end: number }) =>
    code.slice(0, start) + code.slice(start, end).replaceAll(/[^\n]/g, ' ') + code.slice(end);
  return findAll(comments.reduce(blank, text), IN_SOURCE);
}

/** Whether a rule selects by itself: it is no step of an animation, and not nested in another rule. */
const isTop = ({ parent }: StyleRule | AtRule): boolean =>
  parent?.type !== 'rule' &&
  // What is nested in a rule may stand in a query.
  (!(parent instanceof AtRule) || (!parent.name.endsWith('keyframes') && isTop(parent)));

/** Finds the rules that select elements of other remotes and of the shell. `own`: the class names that are the remote's own. */
function findGlobalSelectors(css: string, own: RegExp): Finding[] {
  const found: Finding[] = [];
  try {
    parse(css).walkRules((rule) => {
      if (!isTop(rule) || rule.selector.startsWith(':export')) return;
      const names = rule.selectors.map(
        (one) => [one, one.replaceAll(/:(?:global|not)\([^)]*\)/g, '')] as const,
      );
      const [foreign] = names.find(([, plain]) => !own.test(plain)) ?? [];
      const message = `'${foreign}' selects elements of the whole page: let each selector contain a class of a CSS module`;
      if (foreign !== undefined) found.push([rule.source?.start?.line ?? 1, message]);
    });
    return found;
  } catch (error) {
    if (!(error instanceof CssSyntaxError)) throw error;
    return [[error.line ?? 1, `it is not a style sheet: ${error.reason}`]];
  }
}

/** Finds what compiles and always fails in a browser. Takes the folder of a remote; returns a refusal for each finding. */
export async function findInSource(folder: string): Promise<Refusal[]> {
  const src = join(folder, 'src');
  return refusalsIn(src, (await filesOf(src)).filter(isSource), placeOf(src), (file, text) => {
    if (!file.endsWith('.css')) return findInScript(file, text);
    // Only a CSS module has class names of its own.
    const own = file.endsWith('.module.css') ? /\.[a-z_-]/i : /$^/;
    return [...findGlobalSelectors(text, own), ...findAll(text, IN_STYLES)];
  });
}

/** Finds what always fails in built files, or changes the pages of others. `own`: the class names that are the remote's own. */
export const findInBuild = (folder: string, files: readonly string[], own: RegExp): Promise<Refusal[]> =>
  refusalsIn(folder, files, 'dist', (file, text) =>
    file.endsWith('.css') ? findGlobalSelectors(text, own) : findAll(text, IN_BUILD),
  );

const read = (folder: string, file: string) => readFile(join(folder, file), 'utf8').catch(() => '');

/** Makes a refusal of each finding in scripts and style sheets. `place`: how people call the folder. */
async function refusalsIn(
  folder: string,
  files: readonly string[],
  place: string,
  findIn: (file: string, text: string) => Finding[] | Promise<Finding[]>,
): Promise<Refusal[]> {
  const found = files
    .filter((file) => /\.([jt]sx?|css)$/.test(file))
    .map(async (file) =>
      (await findIn(file, await read(folder, file))).map(([line, message]) => ({
        rule: file.endsWith('.css') ? 'styles' : 'scripts',
        message,
        where: `${place}/${file}:${line}`,
      })),
    );
  return (await Promise.all(found)).flat();
}

/** Whether one of a build's scripts exports a name. Takes the folder, the scripts and the name. */
export async function exportsName(folder: string, scripts: readonly string[], name: string) {
  const { parseSync } = await import('vite');
  for (const file of scripts) {
    const { staticExports } = parseSync(file, await read(folder, file)).module;
    if (staticExports.some(({ entries }) => entries.some(({ exportName }) => exportName.name === name)))
      return true;
  }
  return false;
}
