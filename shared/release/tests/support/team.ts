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

/** What a command ended with. */
interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

/** Where a program runs: the folder, and variables beside those of the machine. */
interface Where {
  cwd: string;
  env?: Record<string, string>;
}

/**
 * The machine of a team that has nothing of this repository: Node, git, a package manager, and a registry to which our packages
 * were published. Nothing of this process's environment is there.
 */
export async function makeMachine() {
  const machine = await mkdtemp(join(tmpdir(), 'space-team-'));
  const place = (...names: string[]) => join(machine, ...names);
  const registry = await startLocalRegistry(installedPackages(ROOT));
  const environment: Record<string, string> = {
    PATH: [place('bin'), '/usr/local/bin', '/usr/bin', '/bin'].join(':'),
    HOME: place('home'),
    // Node keeps what it compiled: a command then starts in half the time.
    NODE_COMPILE_CACHE: place('compiled'),
    GIT_AUTHOR_NAME: 'Rita',
    GIT_AUTHOR_EMAIL: 'rita@retro.example',
    GIT_COMMITTER_NAME: 'Rita',
    GIT_COMMITTER_EMAIL: 'rita@retro.example',
  };

  /** Runs a program; one that fails says so by its code. */
  const program = async (file: string, words: readonly string[], { cwd, env = {} }: Where) =>
    run(file, words, { cwd, env: { ...environment, ...env } }).then(
      ({ stdout, stderr }): Ended => ({ code: 0, stdout, stderr }),
      ({ code, stdout, stderr }: Ended): Ended => ({ code, stdout, stderr }),
    );
  /** The same for what must not fail. */
  const must = async (...call: Parameters<typeof program>) => {
    const { code, stdout, stderr } = await program(...call);
    if (code !== 0) throw new Error([call[0], ...call[1], stdout, stderr].join('\n'));
    return stdout;
  };

  async function publish(): Promise<void> {
    await Promise.all(['bin', 'home'].map((name) => mkdir(place(name))));
    await symlink(process.execPath, place('bin', 'node'));
    // What the machine knows of its registry, which believes anyone.
    const settings = [
      `registry=${registry.origin}/`,
      `${registry.origin.replace('http:', '')}/:_auth=${btoa('anyone:anyone')}`,
    ];
    await writeFile(place('home', '.npmrc'), settings.join('\n'));
    // By its address: nothing of a test may ever reach another registry.
    const words = ['--registry', `${registry.origin}/`, '--no-git-checks'];
    for (const file of await packPackages(place('packages')))
      await must(PNPM, ['publish', file, ...words], { cwd: machine });
  }

  /** Makes a folder a repository: packages, a lock file, a first commit. Takes its name. */
  async function settle(name: string) {
    const cwd = place(name);
    const command = join(cwd, 'node_modules', '.bin', 'space');
    // The bytes of packages from outside come from the store of this repository: the registry has none.
    const { stdout: store } = await run(PNPM, ['store', 'path'], { cwd: ROOT });
    await must('git', ['init', '--quiet', '--initial-branch=main'], { cwd });
    await must(PNPM, ['install', '--store-dir', join(store.trim(), '..')], { cwd });
    await must('git', ['add', '--all'], { cwd });
    await must('git', ['commit', '--quiet', '--message', 'A repository of its own'], { cwd });
    return {
      folder: cwd,
      git: (...words: string[]) => must('git', words, { cwd }),
      /** Runs `space` with the given words, and further variables before them. */
      space: (words: readonly string[], env: Record<string, string> = {}) =>
        program(command, words, { cwd, env }),
      /** How `space` is started as a process that goes on: the command, its folder and its whole environment. */
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
    /** A remote of this repository, taken out into a repository of its own. */
    async takeOut(remote: string) {
      await takeOut(join(ROOT, 'remotes', remote), place(remote));
      return settle(remote);
    },
    /** A remote that is new, made by the command of another one. */
    async make(name: string, { started }: Pick<Awaited<ReturnType<typeof settle>>, 'started'>) {
      await must(started({}).command, ['new', name], { cwd: machine });
      return settle(name);
    },
    end,
  };
}

/** A remote in a repository of its own. */
export type Repository = Awaited<ReturnType<Awaited<ReturnType<typeof makeMachine>>['takeOut']>>;
