import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { BUILT_SITE } from './site.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);

export type Store = ReturnType<typeof copyStore>;

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
    /** The same in a process of its own, as a team runs it. */
    async typed(task: string, ...words: string[]): Promise<string> {
      const args = ['shared/tooling/bin/run.mjs', 'store', task, ...words, '--store', folder];
      const { stdout } = await run(process.execPath, args, { cwd: ROOT });
      return stdout;
    },
    /** The content hash of every file of every release. */
    hashes(): Record<string, string> {
      const files = ['shell', 'remotes'].flatMap((part) =>
        readdirSync(join(folder, part), { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
          .map((entry) => join(entry.parentPath, entry.name)),
      );
      return Object.fromEntries(
        files.map((file) => [
          file.slice(folder.length),
          createHash('sha256').update(readFileSync(file)).digest('hex'),
        ]),
      );
    },
    discard: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** The hashes of all files outside a remote: its releases must not change them. Takes all hashes. */
export const othersOf = (hashes: Record<string, string>, remote: string) =>
  Object.fromEntries(Object.entries(hashes).filter(([file]) => !file.startsWith(`/remotes/${remote}/`)));

export type Source = ReturnType<typeof copySource>;

/**
 * Copies the source of a remote into a new folder, as deep in the repository as the real one, so that its dependencies are
 * found. Changes do not affect the repository.
 */
export function copySource(remote: string) {
  mkdirSync(join(ROOT, '.space'), { recursive: true });
  const folder = mkdtempSync(join(ROOT, '.space', `${remote}-`));
  cpSync(join(ROOT, 'remotes', remote), folder, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !/[\\/](dist|\.vite|\.__mf__temp)$/.test(path),
  });
  // Renamed into place, as editors do: a development server that reads half a file would mount its component anew.
  const write = (file: string, text: string): void => {
    const path = join(folder, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(`${path}.draft`, text);
    renameSync(`${path}.draft`, path);
  };
  return {
    folder,
    /** Replaces `from` in a file (text: its first occurrence). Throws if the file does not contain it. */
    edit(file: string, from: string | RegExp, to: string): void {
      const text = readFileSync(join(folder, file), 'utf8');
      const changed = text.replace(from, to);
      if (changed === text) throw new Error(`${file} does not contain ${from}`);
      write(file, changed);
    },
    write,
    discard: () => rmSync(folder, { recursive: true, force: true }),
  };
}
