import fs, {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join, relative } from 'node:path';

/**
 * Puts a folder on a disk that loses what was not flushed: of each file it has the content at its last flush, and the names of
 * files at the last flush of any folder. `image` holds the contents. `ignoresFlushes`: a bad disk, which confirms a flush and
 * does nothing.
 */
export function makeLossy(folder: string, image: string, ignoresFlushes: boolean) {
  const { fsyncSync, fdatasyncSync } = fs;
  const contentOf = ({ ino }: fs.Stats) => join(image, String(ino));
  const readNames = () =>
    readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) => {
      const path = join(entry.parentPath, entry.name);
      return entry.isFile() ? [{ name: relative(folder, path), content: contentOf(statSync(path)) }] : [];
    });
  mkdirSync(image);
  let names = readNames();
  for (const { name, content } of names) copyFileSync(join(folder, name), content);

  function flush(file: number): void {
    if (ignoresFlushes) return;
    const stats = fs.fstatSync(file);
    if (stats.isDirectory()) return void (names = readNames());
    copyFileSync(`/dev/fd/${file}`, contentOf(stats)); // it may have another name by now
  }
  Object.assign(fs, { fsyncSync: flush, fdatasyncSync: flush });
  syncBuiltinESMExports();
  return {
    /** Writes what the disk surely has into another folder. */
    cut(copy: string): void {
      cpSync(folder, copy, { recursive: true, filter: (path) => statSync(path).isDirectory() });
      for (const { name, content } of names)
        if (existsSync(content)) copyFileSync(content, join(copy, name));
        else writeFileSync(join(copy, name), '');
    },
    restore(): void {
      Object.assign(fs, { fsyncSync, fdatasyncSync });
      syncBuiltinESMExports();
    },
  };
}
