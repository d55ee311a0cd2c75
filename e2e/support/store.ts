import { cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { filesOf, integrityOf } from '@space/store';
import { BUILT_SITE } from './site.ts';

/** Copies the store that the tests share, so that a test may release into it. Returns operations on the copy. */
export function copyStore() {
  const folder = mkdtempSync(join(tmpdir(), 'space-store-'));
  cpSync(BUILT_SITE, folder, { recursive: true });
  return {
    folder,
    /**
     * Runs `npm run store -- <task> <words>` on this store, in this process: a new process costs a second. Rejects with the
     * command's output if it fails.
     */
    async command(task: string, ...words: string[]): Promise<string> {
      // Imported on demand: most workers run no command.
      const { runCommand } = await import('@space/release/testing');
      const { code, stdout, stderr } = await runCommand(task, ...words, '--store', folder);
      if (code !== 0) throw new Error(stdout + stderr);
      return stdout;
    },
    /** The content hash of every file of every release, except those of one remote. */
    async hashes(except?: string): Promise<Record<string, string>> {
      const isOf = (file: string) =>
        /^(shell|remotes)\//.test(file) && !file.startsWith(`remotes/${except}/`);
      const files = (await filesOf(folder)).filter(isOf);
      return Object.fromEntries(files.map((file) => [file, integrityOf(readFileSync(join(folder, file)))]));
    },
    discard: () => rmSync(folder, { recursive: true, force: true }),
  };
}

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

/** Copies e2e/other-planner, which has every page feature of docs/own-a-remote.md, as a remote beside the planner. */
export function copyNotes() {
  const source = copySource('e2e/other-planner');
  source.edit('package.json', 'other-planner', 'notes');
  source.edit('remote.json', '"planner"', '"notes"');
  for (const file of ['remote.json', 'src/routes.tsx']) source.edit(file, /.*\/dashboard.*\n/, '');
  return source;
}
