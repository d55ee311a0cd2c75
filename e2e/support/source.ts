import { cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export type Source = ReturnType<typeof copySource>;

/**
 * Copies the source of a remote into a new folder, as deep in the repository as the real one, so that its dependencies are
 * found. Changes do not affect the repository.
 */
export function copySource(from: string) {
  const root = join(import.meta.dirname, '../..');
  mkdirSync(join(root, '.space'), { recursive: true });
  const folder = mkdtempSync(join(root, '.space/source-'));
  cpSync(join(root, from), folder, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !/[\\/](dist|\.vite|\.__mf__temp)$/.test(path),
  });
  return {
    folder,
    /** Replaces `before` in a file (text: its first occurrence). Throws if the file does not contain it. */
    edit(file: string, before: string | RegExp, after: string): void {
      const path = join(folder, file);
      const text = readFileSync(path, 'utf8');
      const changed = text.replace(before, after);
      if (changed === text) throw new Error(`${file} does not contain ${before}`);
      // Renamed into place, as editors do: a development server that reads half a file would mount its component anew.
      writeFileSync(`${path}.draft`, changed);
      renameSync(`${path}.draft`, path);
    },
    discard: () => rmSync(folder, { recursive: true, force: true }),
  };
}
