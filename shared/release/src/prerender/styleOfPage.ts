import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, type AtRule, type ChildNode, type Rule } from 'postcss';
import { closureOf, readManifest, type ViteManifest } from '../viteManifest.ts';

/** The class names of CSS modules (`scopedName`): `<app>__<file>__<local>__<hash>`, the hash being that of the file. */
const SCOPED = /\b[a-z][a-z0-9-]*__(\w+?)__[\w-]+?__([0-9a-f]{5})(?![\w-])/g;

/** The CSS modules that a text names, by file and hash. */
const modulesIn = (text: string) => [...text.matchAll(SCOPED)].map(([, file, hash]) => `${file} ${hash}`);

/**
 * The files of all scripts that a page may come to need. The remote's entry imports every page lazily: that is not
 * followed.
 */
function scriptsOf(manifest: ViteManifest, page: string): string[] {
  const entry = Object.keys(manifest).find((source) => manifest[source]?.isEntry) ?? '';
  const glue = closureOf(manifest, entry);
  const importsOf = ({ imports = [], dynamicImports = [] }: ViteManifest[string]) => [
    ...imports,
    ...dynamicImports,
  ];
  const own = closureOf(manifest, page, importsOf, glue);
  return [...own].flatMap((source) => manifest[source]?.file ?? []);
}

const namesOf = (node: ChildNode): string => {
  if (node.type === 'rule') return node.selector;
  return node.type === 'atrule' && node.name.endsWith('keyframes') ? node.params : '';
};

/**
 * Takes the rules out of a style sheet that belong to CSS modules which a page does not use. A rule that belongs to none
 * stays: fonts, properties, what is said of elements.
 *
 * Takes the sheet and the text of every script that the page may come to need; returns the rest of the sheet.
 */
export function withoutForeignRules(css: string, scripts: string): string {
  const used = new Set(modulesIn(scripts));
  const sheet = parse(css);
  const emptied = new Set<AtRule | Rule>();
  sheet.walk((node) => {
    const modules = modulesIn(namesOf(node));
    if (modules.length === 0 || modules.some((module) => used.has(module))) return;
    const { parent } = node;
    node.remove();
    if (parent?.type === 'atrule') emptied.add(parent as AtRule);
  });
  for (let node of emptied) {
    while (node.type === 'atrule' && node.name !== 'layer' && node.nodes?.length === 0) {
      const { parent } = node;
      node.remove();
      node = parent as AtRule;
    }
  }
  return sheet.toString();
}

/**
 * The part of a remote's style sheet that one page needs for as long as it is shown (decision 025).
 *
 * Takes the remote's `dist` and the page's own module, relative to the source folder; returns the part, or null when the
 * build has no sheet, or more than one.
 */
export function styleOfPage(dist: string, source: string): string | null {
  const read = (file: string) => readFileSync(join(dist, file), 'utf8');
  const manifest = readManifest(dist);
  const sheets = Object.values(manifest).filter(({ file }) => file.endsWith('.css'));
  const [sheet] = sheets;
  if (!sheet || sheets.length > 1) return null;
  const scripts = scriptsOf(manifest, source).map(read).join('\n');
  return withoutForeignRules(read(sheet.file).trim(), scripts);
}
