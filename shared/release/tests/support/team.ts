import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, readdir, realpath, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { extract } from 'tar';
import { packPackages } from '../../src/packages/packPackages.ts';
import { ROOT } from '../../src/places.ts';

const run = promisify(execFile);

type Result = Record<'stdout' | 'stderr', string> & { code: number };
interface Manifest extends Partial<Record<'dependencies' | 'peerDependencies', Record<string, string>>> {
  bin?: Record<string, string> | string;
}

/**
 * Installs packed packages as npm would: ours from their files, and of all others those that ours declare, from this
 * repository. So a file or a dependency that a package lacks is missing. Takes the files and the repository's folder.
 */
async function install(files: readonly string[], repository: string): Promise<void> {
  const modules = join(repository, 'node_modules');
  for (const file of files) {
    const [, name = ''] = /space-(.+?)-\d/.exec(basename(file)) ?? [];
    const folder = join(modules, '@space', name);
    await mkdir(folder, { recursive: true });
    await extract({ file, cwd: folder, strip: 1 });
    const { dependencies, peerDependencies } = await manifestIn(folder);
    for (const other of Object.keys({ ...dependencies, ...peerDependencies }))
      if (!other.startsWith('@space/') && other !== 'node') await linkFrom(name, other, modules);
  }
}

// Trusted: a package.json of an installed package.
const manifestIn = async (folder: string) =>
  JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Manifest;

/** Links a package that one of ours has in this repository, and its programs, into the modules of a repository. */
async function linkFrom(ours: string, other: string, modules: string): Promise<void> {
  const target = join(modules, other);
  if (existsSync(target)) return;
  await mkdir(dirname(target), { recursive: true });
  await symlink(await realpath(join(ROOT, 'shared', ours, 'node_modules', other)), target);
  const { bin = {} } = await manifestIn(target);
  await mkdir(join(modules, '.bin'), { recursive: true });
  for (const [name, file] of Object.entries(typeof bin === 'string' ? { [other]: bin } : bin))
    await symlink(join(target, file), join(modules, '.bin', name));
}

/**
 * Simulates the machine of a team without this repository: Node, git, and our packages as files. It inherits nothing from
 * this process's environment.
 */
export async function makeMachine() {
  const machine = await mkdtemp(join(tmpdir(), 'space-team-'));
  const environment: Record<string, string> = {
    PATH: [dirname(process.execPath), '/usr/local/bin', '/usr/bin', '/bin'].join(':'),
    HOME: machine,
    // As on Node 20, which has no SQLite.
    NODE_OPTIONS: '--no-experimental-sqlite',
    // Node caches compiled code, so that a command starts in half the time.
    NODE_COMPILE_CACHE: join(machine, 'compiled'),
    ...Object.fromEntries(
      ['GIT_AUTHOR', 'GIT_COMMITTER'].flatMap((who) => [
        [`${who}_NAME`, 'Rita'],
        [`${who}_EMAIL`, 'rita@notes.example'],
      ]),
    ),
  };
  const files = await packPackages(join(machine, 'packages'));
  // The installation of `npm exec`: @space/release alone, and what it depends on.
  const release = files.filter((file) => basename(file).startsWith('space-release'));
  await install(release, machine);
  const command = (folder: string) =>
    createRequire(join(folder, 'package.json'))
      .resolve('@space/release/package.json')
      .replace(/package\.json$/, 'dist/release/src/space/main.js');

  /** Runs a program; if it fails, the result has its exit code. */
  const program = async (
    file: string,
    args: readonly string[],
    cwd: string,
    env: Record<string, string> = {},
  ) =>
    run(file, args, { cwd, env: { ...environment, ...env } }).then(
      ({ stdout, stderr }): Result => ({ code: 0, stdout, stderr }),
      ({ code, stdout, stderr }: Result): Result => ({ code, stdout, stderr }),
    );

  return {
    /** The folder of the packed packages. */
    packages: join(machine, 'packages'),
    /** The text of a file on this machine. */
    read: (...names: string[]) => readFile(join(machine, ...names), 'utf8'),
    files: (...names: string[]) => readdir(join(machine, ...names)),
    /** Runs `space` outside of a repository. */
    space: (...args: string[]) => program(process.execPath, [command(machine), ...args], machine),
    /** Installs the packages of a repository that `space new` has made, and makes its first commit. Takes its name. */
    async repository(name: string) {
      const folder = join(machine, name);
      await install(files, folder);
      const git = async (...args: string[]) =>
        (await run('git', args, { cwd: folder, env: environment })).stdout;
      await git('init', '--quiet', '--initial-branch=main');
      await git('add', '--all');
      await git('commit', '--quiet', '--message', 'A repository of its own');
      return {
        folder,
        git,
        /** Runs `space` with the given arguments and additional environment variables. */
        space: (args: readonly string[], env?: Record<string, string>) =>
          program(process.execPath, [command(folder), ...args], folder, env),
        /** The words, folder and environment to start `space` as a long-running process. */
        started: (args: readonly string[], env: Record<string, string>) => ({
          words: [process.execPath, command(folder), ...args] as const,
          options: { cwd: folder, env: { ...environment, ...env } },
        }),
      };
    },
    end: () => rm(machine, { recursive: true, force: true }),
  };
}

export type Machine = Awaited<ReturnType<typeof makeMachine>>;
/** A remote in a repository of its own. */
export type Repository = Awaited<ReturnType<Machine['repository']>>;
