import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface InstallOptions {
  /** The name of the program for the console: 'nginx'. */
  name: string;
  /** A shell command that succeeds if it is installed: another test may have installed it in the meantime. */
  isThere: string;
  packages: readonly string[];
  /** Optional packages, which not every Debian has: failures are ignored. */
  extras?: readonly string[];
  env?: Record<string, string>;
}

/** Installs packages as root on Debian; otherwise does nothing. A lock serializes callers: apt refuses concurrent runs. */
export function installOnDebian({ name, isThere, packages, extras = [], env = {} }: InstallOptions): void {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  console.log(`No ${name} found: installing the one of Debian ...`);
  const install = (some: readonly string[]) => `apt-get install -y -qq ${some.join(' ')}`;
  const more = extras.map((extra) => `{ ${install([extra])} || true; }`);
  const script = ['apt-get update -qq', install(packages), ...more].join(' && ');
  execFileSync(
    'flock',
    [join(tmpdir(), 'better-space-apt.lock'), 'sh', '-c', `${isThere} || { ${script}; }`],
    {
      stdio: 'inherit',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', ...env },
    },
  );
}
