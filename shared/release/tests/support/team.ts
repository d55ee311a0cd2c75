import { execFile, spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { packPackages } from '../../src/packages/packPackages.ts';
import { takeOut } from '../../src/packages/takeOut.ts';
import { ROOT } from '../../src/places.ts';
import { installedPackages } from './installedPackages.ts';
import { startLocalRegistry } from './localRegistry.ts';

const run = promisify(execFile);
const PNPM = join(ROOT, 'node_modules', '.bin', 'pnpm');

/** What a command ended with. */
interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

/**
 * The machine of a team that has nothing of this repository: an empty folder with a history of its own, Node, git, and a package
 * registry to which our packages were published. Nothing of this process's environment is there.
 *
 * Takes the name of the remote that is taken out into it; returns its folder, how commands run in it, and how it ends.
 */
export async function makeTeam(remote: string) {
  const machine = await mkdtemp(join(tmpdir(), 'space-team-'));
  const place = (...names: string[]) => join(machine, ...names);
  const registry = await startLocalRegistry(installedPackages(ROOT));
  const environment: Record<string, string> = {
    PATH: [place('bin'), '/usr/local/bin', '/usr/bin', '/bin'].join(':'),
    HOME: place('home'),
    GIT_AUTHOR_NAME: 'Rita',
    GIT_AUTHOR_EMAIL: 'rita@retro.example',
    GIT_COMMITTER_NAME: 'Rita',
    GIT_COMMITTER_EMAIL: 'rita@retro.example',
  };
  const folder = place(remote);

  async function end(): Promise<void> {
    await registry.close();
    await rm(machine, { recursive: true, force: true });
  }

  /** Runs a program in the team's folder; one that fails says so by its code. */
  const program = async (file: string, words: readonly string[], more: Record<string, string> = {}) => {
    const options = { cwd: folder, env: { ...environment, ...more } };
    return run(file, words, options).then(
      ({ stdout, stderr }): Ended => ({ code: 0, stdout, stderr }),
      (error: Ended) => error,
    );
  };
  const command = join(folder, 'node_modules', '.bin', 'space');

  try {
    await mkdir(place('bin'));
    await mkdir(place('home'));
    // What a team's machine knows of its registry, which believes anyone.
    const settings = [
      `registry=${registry.origin}/`,
      `${registry.origin.replace('http:', '')}/:_authToken=anyone`,
    ];
    await writeFile(place('home', '.npmrc'), settings.join('\n'));
    await symlink(process.execPath, place('bin', 'node'));
    for (const file of await packPackages(place('packages')))
      // By name: nothing of a test may ever reach another registry.
      await run(PNPM, ['publish', file, '--registry', `${registry.origin}/`, '--no-git-checks'], {
        cwd: machine,
        env: environment,
      });
    await takeOut(join(ROOT, 'remotes', remote), folder);
    // The bytes of packages from outside come from the store of this repository: the registry has none.
    const { stdout: store } = await run(PNPM, ['store', 'path'], { cwd: ROOT });
    await program('git', ['init', '--quiet', '--initial-branch=main']);
    const installed = await program(PNPM, ['install', '--store-dir', join(store.trim(), '..')]);
    if (installed.code !== 0) throw new Error(installed.stdout + installed.stderr);
    await program('git', ['add', '--all']);
    await program('git', ['commit', '--quiet', '--message', `${remote} moves into a repository of its own`]);
    return {
      folder,
      files: () => readdir(folder),
      git: (...words: string[]) => program('git', words),
      /** Runs `space` with the given words, and further variables before them. */
      space: (words: readonly string[], more: Record<string, string> = {}) => program(command, words, more),
      /** Starts `space`, which goes on until it is ended. */
      start: (words: readonly string[], more: Record<string, string> = {}) =>
        spawn(command, words, { cwd: folder, env: { ...environment, ...more } }),
      end,
    };
  } catch (error) {
    await end();
    throw error;
  }
}
