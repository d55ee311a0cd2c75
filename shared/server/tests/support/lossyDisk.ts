import fs, { cpSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

/**
 * Puts a folder on a disk that loses what was not flushed. `image` becomes a second folder with what that disk surely has: of
 * each file what was flushed, and the names (of files that were created, renamed, removed) until the last flush, in order, as
 * file systems with a journal keep them. `ignoresFlushes`: a bad disk, which confirms a flush and does nothing.
 */
export function makeLossy(folder: string, image: string, ignoresFlushes: boolean) {
  cpSync(folder, image, { recursive: true });
  const real = { ...fs };
  /** The paths of open files, and what a flush would bring to each path. */
  const open = new Map<number, string>();
  const unflushed = new Map<string, ((target: string) => void)[]>();
  let names: (() => void)[] = [];
  const inImage = (path: string) => path.replace(folder, image);
  const isIn = (path: unknown) => typeof path === 'string' && path.startsWith(folder);
  const add = (path: string, change: (target: string) => void) =>
    void unflushed.set(path, [...(unflushed.get(path) ?? []), change]);

  function flush(file: number): void {
    if (ignoresFlushes) return;
    for (const change of names) change();
    names = [];
    const path = open.get(file) ?? '';
    for (const change of unflushed.get(path) ?? []) change(inImage(path));
    unflushed.delete(path);
  }
  /** Repeats a change of names in the image at the next flush. */
  const naming =
    (name: 'writeFileSync' | 'mkdirSync' | 'renameSync' | 'unlinkSync') =>
    (...args: unknown[]): unknown => {
      const result: unknown = Reflect.apply(real[name], fs, args);
      const there = args.map((arg) => (typeof arg === 'string' ? inImage(arg) : arg));
      if (isIn(args[0])) names.push(() => Reflect.apply(real[name], fs, there) as void);
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
    writeSync(file: number, ...[data, offset, length, position]: [Int8Array, number, number, number]) {
      const written = real.writeSync(file, data, offset, length, position);
      const path = open.get(file);
      const copy = data.slice(offset, offset + written);
      if (path !== undefined)
        add(path, (target) => {
          const image = real.openSync(target, 'r+');
          real.writeSync(image, copy, 0, written, position);
          real.closeSync(image);
        });
      return written;
    },
    truncateSync(path: string, size: number) {
      real.truncateSync(path, size);
      if (isIn(path)) add(path, (target) => real.truncateSync(target, size));
    },
    writeFileSync: naming('writeFileSync'),
    mkdirSync: naming('mkdirSync'),
    unlinkSync(path: string) {
      naming('unlinkSync')(path);
      unflushed.delete(path);
    },
    renameSync(from: string, to: string) {
      naming('renameSync')(from, to);
      unflushed.set(to, unflushed.get(from) ?? []);
      unflushed.delete(from);
      for (const [file, path] of open) if (path === from) open.set(file, to);
    },
    fsyncSync: flush,
    fdatasyncSync: flush,
  };
  Object.assign(fs, patch);
  syncBuiltinESMExports();
  return function restore(): void {
    for (const name of Object.keys(patch)) Object.assign(fs, { [name]: Reflect.get(real, name) });
    syncBuiltinESMExports();
  };
}
