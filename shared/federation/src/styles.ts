import { createHash } from 'node:crypto';

/** The first browsers with `light-dark()`: for older ones the minifier would resolve a token once, on `:root`. */
export const CSS_TARGET = ['chrome123', 'firefox120', 'safari17.5'];

/** `<app>__<file>__<local>__<hash>`: the app keeps two apps apart that bundle the same part of `@space/ui`. */
export function scopedName(app: string, local: string, fileName: string, path: string): string {
  const file = fileName.replace(/\.module\.css.*$/, '');
  const hash = createHash('sha256').update(path.split('/').slice(-4).join('/')).digest('hex').slice(0, 5);
  return `${app}__${file}__${local}__${hash}`;
}
