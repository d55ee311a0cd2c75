import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
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

/** The result of a command. */
interface Result {
  code: number;
  stdout: string;
  stderr: string;
}

/** The folder in which a program runs, and additional environment variables. */
interface Options {
  cwd: string;
  env?: Record<string, string>;
}

/**
 * Simulates the machine of a team without this repository: Node, git, a package manager, and a registry with our published
 * packages. It inherits nothing from this process's environment.
 */
export async function makeMachine() {
  const machine = await mkdtemp(join(tmpdir(), 'space-team-'));
  const place = (...names: string[]) => join(machine, ...names);
  const registry = await startLocalRegistry(installedPackages(ROOT));
  const environment: Record<string, string> = {
    PATH: [place('bin'), '/usr/local/bin', '/usr/bin', '/bin'].join(':'),
    HOME: place('home'),
    // Node caches compiled code, so that a command starts in half the time.
    NODE_COMPILE_CACHE: place('compiled'),
    GIT_AUTHOR_NAME: 'Rita',
    GIT_AUTHOR_EMAIL: 'rita@retro.example',
    GIT_COMMITTER_NAME: 'Rita',
    GIT_COMMITTER_EMAIL: 'rita@retro.example',
  };

  /** Runs a program; if it fails, the result has its exit code. */
  const program = async (file: string, args: readonly string[], { cwd, env = {} }: Options) =>
    run(file, args, { cwd, env: { ...environment, ...env } }).then(
      ({ stdout, stderr }): Result => ({ code: 0, stdout, stderr }),
      ({ code, stdout, stderr }: Result): Result => ({ code, stdout, stderr }),
    );
  /** Runs a program and returns its output; throws if it fails. */
  const must = async (...call: Parameters<typeof program>) => {
    const { code, stdout, stderr } = await program(...call);
    if (code !== 0) throw new Error([call[0], ...call[1], stdout, stderr].join('\n'));
    return stdout;
  };

  async function publish(): Promise<void> {
    await Promise.all(['bin', 'home'].map((name) => mkdir(place(name))));
    await symlink(process.execPath, place('bin', 'node'));
    // The npm configuration of the machine; the registry accepts any credentials.
    const settings = [
      `registry=${registry.origin}/`,
      `${registry.origin.replace('http:', '')}/:_auth=${btoa('anyone:anyone')}`,
    ];
    await writeFile(place('home', '.npmrc'), settings.join('\n'));
    // The registry is explicit, so that a test can never publish to another one.
    const args = ['--registry', `${registry.origin}/`, '--no-git-checks'];
    for (const file of await packPackages(place('packages')))
      await must(PNPM, ['publish', file, ...args], { cwd: machine });
  }

  /** Turns a folder into a repository: installed packages, a lock file, a first commit. Takes its name. */
  async function initRepository(name: string) {
    const cwd = place(name);
    const command = join(cwd, 'node_modules', '.bin', 'space');
    // External packages come from the pnpm store of this repository, because the registry has no archives of them.
    const { stdout: store } = await run(PNPM, ['store', 'path'], { cwd: ROOT });
    await must('git', ['init', '--quiet', '--initial-branch=main'], { cwd });
    await must(PNPM, ['install', '--store-dir', join(store.trim(), '..')], { cwd });
    await must('git', ['add', '--all'], { cwd });
    await must('git', ['commit', '--quiet', '--message', 'A repository of its own'], { cwd });
    return {
      folder: cwd,
      git: (...args: string[]) => must('git', args, { cwd }),
      /** Runs `space` with the given arguments and additional environment variables. */
      space: (args: readonly string[], env: Record<string, string> = {}) =>
        program(command, args, { cwd, env }),
      /** The command, folder and environment to start `space` as a long-running process. */
      started: (env: Record<string, string>) => ({ command, cwd, env: { ...environment, ...env } }),
    };
  }

  async function end(): Promise<void> {
    await registry.close();
    await rm(machine, { recursive: true, force: true });
  }

  try {
    await publish();
  } catch (error) {
    await end();
    throw error;
  }
  return {
    /** Copies a remote of this repository into a repository of its own. */
    async takeOut(remote: string) {
      await takeOut(join(ROOT, 'remotes', remote), place(remote));
      return initRepository(remote);
    },
    /** Creates a new remote with the `space` command of another repository. */
    async make(name: string, { started }: Pick<Awaited<ReturnType<typeof initRepository>>, 'started'>) {
      await must(started({}).command, ['new', name], { cwd: machine });
      return initRepository(name);
    },
    end,
  };
}

/** A remote in a repository of its own. */
export type Repository = Awaited<ReturnType<Awaited<ReturnType<typeof makeMachine>>['takeOut']>>;
