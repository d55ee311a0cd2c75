import { createHash } from 'node:crypto';

/**
 * The class name of a CSS module: `<app>__<file>__<local>__<hash>`. The app's name keeps two apps apart that bundle the
 * same part of `@space/ui`.
 */
export function scopedName(app: string, local: string, fileName: string, path: string): string {
  const file = fileName.replace(/\.module\.css.*$/, '');
  const hash = createHash('sha256').update(path.split('/').slice(-4).join('/')).digest('hex').slice(0, 5);
  return `${app}__${file}__${local}__${hash}`;
}
