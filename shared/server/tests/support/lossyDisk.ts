import fs, { cpSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join, relative } from 'node:path';

/** A file as the disk has it: its name there, and the changes that a flush would bring to it. */
interface File {
  name: string;
  changes: ((path: string) => void)[];
}

type Patch = Partial<Record<keyof typeof fs, unknown>>;

/**
 * Makes a folder one of a disk that loses what was not flushed. All changes of its files are recorded as the engine makes
 * them; `image` is a second folder with what the disk surely has: of each file what was flushed, and the names (created,
 * renamed, removed files) until the last flush, in order, as file systems with a journal keep them.
 *
 * `ignoresFlushes`: a bad disk, which confirms a flush and does nothing.
 */
export function makeLossy(folder: string, image: string, ignoresFlushes: boolean) {
  cpSync(folder, image, { recursive: true });
  const real = { ...fs };
  const files = new Map<string, File>();
  const open = new Map<number, File>();
  let names: (() => void)[] = [];

  const nameOf = (path: unknown) => {
    const name = relative(folder, String(path));
    return name.startsWith('..') ? null : name;
  };
  const fileOf = (path: unknown): File | null => {
    const name = nameOf(path);
    if (name === null) return null;
    const file = files.get(name) ?? { name, changes: [] };
    files.set(name, file);
    return file;
  };
  const record = (change: () => void) => void names.push(change);

  function flush(file: File | undefined): void {
    if (ignoresFlushes) return;
    for (const change of names) change();
    names = [];
    if (file === undefined || !real.existsSync(join(image, file.name))) return;
    for (const change of file.changes) change(join(image, file.name));
    file.changes = [];
  }

  const patch: Patch = {
    openSync(...[path, ...rest]: Parameters<typeof fs.openSync>) {
      const number = real.openSync(path, ...rest);
      const file = fileOf(path);
      if (file) open.set(number, file);
      return number;
    },
    closeSync(number: number) {
      open.delete(number);
      real.closeSync(number);
    },
    writeSync(number: number, ...[data, offset, length, position]: [Int8Array, number, number, number]) {
      const written = real.writeSync(number, data, offset, length, position);
      const file = open.get(number);
      const copy = file && data.slice(offset, offset + written);
      if (copy)
        file.changes.push((path) => {
          const target = real.openSync(path, 'r+');
          real.writeSync(target, copy, 0, written, position);
          real.closeSync(target);
        });
      return written;
    },
    truncateSync(path: string, size: number) {
      real.truncateSync(path, size);
      fileOf(path)?.changes.push((target) => real.truncateSync(target, size));
    },
    writeFileSync(...[path, ...rest]: Parameters<typeof fs.writeFileSync>) {
      real.writeFileSync(path, ...rest);
      const name = nameOf(path);
      if (name !== null) record(() => real.writeFileSync(join(image, name), ''));
    },
    mkdirSync(...[path, ...rest]: Parameters<typeof fs.mkdirSync>) {
      const made = real.mkdirSync(path, ...rest);
      const name = nameOf(path);
      if (name !== null) record(() => void real.mkdirSync(join(image, name), { recursive: true }));
      return made;
    },
    renameSync(from: string, to: string) {
      real.renameSync(from, to);
      const [file, name] = [fileOf(from), nameOf(to)];
      if (file === null || name === null) return;
      files.delete(file.name);
      files.set(name, file);
      record(() => {
        real.renameSync(join(image, file.name), join(image, name));
        file.name = name;
      });
    },
    unlinkSync(path: string) {
      real.unlinkSync(path);
      const name = nameOf(path);
      if (name === null) return;
      files.delete(name);
      record(() => real.rmSync(join(image, name), { force: true }));
    },
    fsyncSync: (number: number) => flush(open.get(number)),
    fdatasyncSync: (number: number) => flush(open.get(number)),
  };
  Object.assign(fs, patch);
  syncBuiltinESMExports();
  return {
    /** Copies what the disk has now: what a power cut would leave. */
    cutPower: (to: string) => cpSync(image, to, { recursive: true }),
    restore() {
      for (const name of Object.keys(patch)) Object.assign(fs, { [name]: Reflect.get(real, name) });
      syncBuiltinESMExports();
    },
  };
}
