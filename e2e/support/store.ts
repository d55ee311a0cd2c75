import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { REMOTES, createRemote } from '@space/release';
import { BUILT_SITE } from './site.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);

export type Store = ReturnType<typeof copyStore>;

/** Makes a copy of the store that the tests share, into which a test may release, and what works on it. */
export function copyStore() {
  const folder = mkdtempSync(join(tmpdir(), 'space-store-'));
  cpSync(BUILT_SITE, folder, { recursive: true });
  return {
    folder,
    /**
     * Runs a command of `npm run store -- <task> <words>` on this store, in this process: one of its own costs a second. Rejects
     * with what was said when it was refused.
     */
    async command(task: string, ...words: string[]): Promise<string> {
      // Most workers run none.
      const { runCommand } = await import('@space/release/testing/commandLine');
      const { code, stdout, stderr } = await runCommand(task, ...words, '--store', folder);
      if (code !== 0) throw new Error(stdout + stderr);
      return stdout;
    },
    /** The same as a team types it, in a process of its own. */
    async typed(task: string, ...words: string[]): Promise<string> {
      const args = ['shared/tooling/bin/run.mjs', 'store', task, ...words, '--store', folder];
      const { stdout } = await run(process.execPath, args, { cwd: ROOT });
      return stdout;
    },
    /** Every file of every release, with the hash of its content. */
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

/** What a release of a remote must not touch: the files of everybody else. Takes the hashes of all. */
export const othersOf = (hashes: Record<string, string>, remote: string) =>
  Object.fromEntries(Object.entries(hashes).filter(([file]) => !file.startsWith(`/remotes/${remote}/`)));

export type Source = ReturnType<typeof sourceIn>;

/** A folder for a source, as deep in the repository as the real ones, so that packages are found from there as well. */
function makeFolder(remote: string): string {
  mkdirSync(join(ROOT, '.space'), { recursive: true });
  return mkdtempSync(join(ROOT, '.space', `${remote}-`));
}

/** Makes a new remote as `npm run new-remote` does, in a folder of its own; with a slot one that fills it. */
export async function newRemote(name: string, slot?: string): Promise<Source> {
  const folder = makeFolder(name);
  const elsewhere = mkdtempSync(join(tmpdir(), 'space-new-remote-'));
  for (const part of ['shared', 'remotes']) mkdirSync(join(elsewhere, part));
  const declarations = REMOTES.map((remote) => join('remotes', remote.name, 'remote.json'));
  for (const file of [join('shell', 'shell.json'), ...declarations]) {
    cpSync(join(ROOT, file), join(elsewhere, file), { recursive: true });
  }
  await createRemote(elsewhere, name, slot);
  cpSync(join(elsewhere, 'remotes', name), folder, { recursive: true });
  rmSync(elsewhere, { recursive: true });
  // What an installation would put there.
  symlinkSync(join(ROOT, 'remotes/retro/node_modules'), join(folder, 'node_modules'));
  return sourceIn(folder);
}

/**
 * Copies the source of a remote into a folder of its own, as deep in the repository as the real one, so that its
 * dependencies are found from there as well.
 */
export function copySource(remote: string): Source {
  const folder = makeFolder(remote);
  cpSync(join(ROOT, 'remotes', remote), folder, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !/[\\/](dist|dist-alone|\.vite|\.__mf__temp)$/.test(path),
  });
  return sourceIn(folder);
}

/** The source of a remote where a team could have it: changes here stay here. */
function sourceIn(folder: string) {
  const at = (file: string) => join(folder, file);
  return {
    folder,
    /** Changes a file where `from` stands first. Throws when it is not there. */
    edit(file: string, from: string | RegExp, to: string): void {
      const text = readFileSync(at(file), 'utf8');
      const changed = text.replace(from, to);
      if (changed === text) throw new Error(`${file} does not contain ${from}`);
      writeFileSync(at(file), changed);
    },
    write: (file: string, text: string) => writeFileSync(at(file), text),
    discard: () => rmSync(folder, { recursive: true, force: true }),
  };
}
