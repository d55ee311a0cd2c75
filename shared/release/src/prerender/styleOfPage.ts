import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, type AtRule, type ChildNode, type Rule } from 'postcss';
import { closureOf, readManifest, type ViteManifest } from '../chunks.ts';

/** A class name of a CSS module (`scopedName`): `<app>__<file>__<local>__<hash>`, with a hash of the file. */
const SCOPED = /\b[a-z][a-z0-9-]*__(\w+?)__[\w-]+?__([0-9a-f]{5})(?![\w-])/g;

/** The CSS modules whose class names occur in a text, as '<file> <hash>'. */
const modulesIn = (text: string) => [...text.matchAll(SCOPED)].map(([, file, hash]) => `${file} ${hash}`);

/**
 * The files of all scripts that a page may load. The lazy imports of the remote's entry are not followed, because they lead
 * to every page.
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
 * Removes the rules of CSS modules that a page does not use from a style sheet. Rules that belong to no module stay: fonts,
 * custom properties, element rules.
 *
 * Takes the style sheet and the text of every script that the page may load; returns the rest of the style sheet.
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
 * The part of a remote's style sheet that one page needs while it is shown (decision 025).
 *
 * Takes the remote's `dist` and the page's module, relative to the source folder; returns the CSS, or null if the build has
 * no style sheet or more than one.
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
