import { createHash } from 'node:crypto';

/**
 * The oldest browsers that need no rewritten CSS: the first ones with `light-dark()`. For older ones the minifier would
 * resolve a token once, on `:root`, and a region with a `color-scheme` of its own would keep the page's colours.
 */
export const CSS_TARGET = ['chrome123', 'firefox120', 'safari17.5'];

/**
 * The class name of a CSS module: `<app>__<file>__<local>__<hash>`. The app's name keeps two apps apart that bundle the
 * same part of `@space/ui`.
 */
export function scopedName(app: string, local: string, fileName: string, path: string): string {
  const file = fileName.replace(/\.module\.css.*$/, '');
  const hash = createHash('sha256').update(path.split('/').slice(-4).join('/')).digest('hex').slice(0, 5);
  return `${app}__${file}__${local}__${hash}`;
}
