import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** A file of the repository: its path from the root, with forward slashes, and its text. */
export interface TextFile {
  path: string;
  text: string;
}

const TEXT = /\.(tsx?|mts|mjs|js|css|sql|toml|conf|html|json|md|yml|yaml)$/;
const GENERATED = new Set(['pnpm-lock.yaml', 'CHANGELOG.md']);

/** Returns the paths of all files of the repository: those in git, and new ones that git does not ignore. */
export function allPaths(): string[] {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 32 * 1024 * 1024,
  });
  return listed.split('\0').filter((path) => path !== '' && existsSync(join(ROOT, path)));
}

/** Takes paths; returns the text files among them that people write. */
export function readTexts(paths: readonly string[]): TextFile[] {
  return paths
    .filter((path) => TEXT.test(path) && !GENERATED.has(path))
    .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));
}

const COMMENTS: readonly (readonly [file: RegExp, comment: RegExp])[] = [
  [/\.md$/, /^[\s\S]*$/g],
  [/\.sql$/, /--[^\n]*/g],
  [/\.(toml|conf|ya?ml)$/, /#[^\n]*/g],
  [/\.html$/, /<!--[\s\S]*?-->/g],
  [/\.(tsx?|mts|mjs|js|css)$/, /(?<!\w)\/\*[\s\S]*?\*\/|(?<![:\w"'`/\\])\/\/[^\n]*/g],
];

/** Returns a file's text with all but its comments blanked out, so that lines keep their numbers. */
export function commentsOf({ path, text }: TextFile): string {
  const [, pattern] = COMMENTS.find(([file]) => file.test(path)) ?? [];
  if (pattern === undefined) return '';
  let kept = '';
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    kept += text.slice(end, match.index).replace(/[^\n]/g, ' ') + match[0];
    end = match.index + match[0].length;
  }
  return kept + text.slice(end).replace(/[^\n]/g, ' ');
}

/** Takes a file and an index in its text; returns 'path:line'. */
export function placeOf({ path, text }: TextFile, index: number): string {
  return `${path}:${text.slice(0, index).split('\n').length}`;
}
