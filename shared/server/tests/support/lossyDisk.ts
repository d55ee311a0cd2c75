import fs, { cpSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

/**
 * Puts a folder on a disk that loses what was not flushed. `image` becomes a second folder with what that disk surely has: of
 * each file the content at its last flush, and the names (of files that were created, renamed, removed) until the last flush,
 * in order, as file systems with a journal keep them. `ignoresFlushes`: a bad disk, which confirms a flush and does nothing.
 */
export function makeLossy(folder: string, image: string, ignoresFlushes: boolean) {
  cpSync(folder, image, { recursive: true });
  const real = { ...fs };
  const open = new Map<number, string>();
  let names: (() => void)[] = [];
  const inImage = (path: unknown) => (typeof path === 'string' ? path.replace(folder, image) : path);
  const isIn = (path: unknown) => typeof path === 'string' && path.startsWith(folder);

  function flush(file: number): void {
    if (ignoresFlushes) return;
    for (const change of names) change();
    names = [];
    const path = open.get(file);
    if (path !== undefined && real.statSync(path).isFile())
      real.copyFileSync(path, path.replace(folder, image));
  }
  /** Repeats a change of names in the image at the next flush. */
  const naming =
    (name: 'writeFileSync' | 'mkdirSync' | 'renameSync' | 'unlinkSync') =>
    (...args: unknown[]): unknown => {
      const result: unknown = Reflect.apply(real[name], fs, args);
      if (isIn(args[0])) names.push(() => Reflect.apply(real[name], fs, args.map(inImage)) as void);
      return result;
    };

  const patch = {
    openSync(...[path, ...rest]: Parameters<typeof fs.openSync>) {
      const file = real.openSync(path, ...rest);
      if (isIn(path)) open.set(file, String(path));
      return file;
    },
    closeSync(file: number) {
      open.delete(file);
      real.closeSync(file);
    },
    ...{ writeFileSync: naming('writeFileSync'), mkdirSync: naming('mkdirSync') },
    unlinkSync: naming('unlinkSync'),
    renameSync(from: string, to: string) {
      naming('renameSync')(from, to);
      for (const [file, path] of open) if (path === from) open.set(file, to);
    },
    ...{ fsyncSync: flush, fdatasyncSync: flush },
  };
  Object.assign(fs, patch);
  syncBuiltinESMExports();
  return function restore(): void {
    for (const name of Object.keys(patch)) Object.assign(fs, { [name]: Reflect.get(real, name) });
    syncBuiltinESMExports();
  };
}
