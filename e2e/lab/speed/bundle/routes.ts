import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const LAZY_PAGE = /path: PATHS\.(\w+)[^]*?import\('([^']+)'\)/g;
const NAMED_PATH = /(\w+): '(\/[^']*)'/g;

/** The source of each page's component by its path, relative to the shell's folder; the rule is docs/architecture.md's. */
export function pageSources(root: string): Map<string, string> {
  const read = (file: string) => readFileSync(join(root, file), 'utf8');
  const paths = new Map(
    [...read('shared/domain/src/paths.ts').matchAll(NAMED_PATH)].map(([, name = '', path = '']) => [
      name,
      path,
    ]),
  );
  const lists: [file: string, folder: string][] = [
    ['shell/src/app/ownPages.ts', 'src/app/'],
    ...readdirSync(join(root, 'remotes')).map((name): [string, string] => [
      `remotes/${name}/src/routes.tsx`,
      `../remotes/${name}/src/`,
    ]),
  ];
  const sources = new Map<string, string>();
  for (const [file, folder] of lists) {
    for (const [, name = '', source = ''] of read(file).matchAll(LAZY_PAGE)) {
      const path = paths.get(name);
      if (path !== undefined) sources.set(path, join(folder, source));
    }
  }
  return sources;
}
