import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface Wish {
  /** What is missing, for people: 'nginx'. */
  name: string;
  /** Words of the shell that end with 0 where it is there: another test may have installed it meanwhile. */
  isThere: string;
  packages: readonly string[];
  /** Some are not in every Debian: those that are missing change nothing. */
  extras?: readonly string[];
  env?: Record<string, string>;
}

/** Installs packages, as root on Debian; elsewhere it does nothing. Those that start at the same time take turns: apt refuses a second one. */
export function installOnDebian({ name, isThere, packages, extras = [], env = {} }: Wish): void {
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
