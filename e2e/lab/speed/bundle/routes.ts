import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const LAZY_PAGE = /'(\/[^']*)':[^]*?import\('([^']+)'\)/g;

/** The source of each page's component by its path, relative to the shell's folder; the rule is docs/architecture.md's. */
export function pageSources(root: string): Map<string, string> {
  const lists: [file: string, folder: string][] = [
    ['shell/src/app/ownPages.ts', 'src/app/'],
    ...readdirSync(join(root, 'remotes')).map((name): [string, string] => [
      `remotes/${name}/src/routes.tsx`,
      `../remotes/${name}/src/`,
    ]),
  ];
  return new Map(
    lists.flatMap(([file, folder]) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(LAZY_PAGE)].map(
        ([, path = '', source = '']): [string, string] => [path, join(folder, source)],
      ),
    ),
  );
}
