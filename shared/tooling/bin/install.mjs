// Plain JavaScript: this runs on whatever recent Node the machine has, before anything is installed.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { packagesOf } from './packages.mjs';

const STAMP = 'node_modules/.space-install';

/** Everything that decides what gets installed. */
function manifests(root) {
  return ['', ...packagesOf(root)]
    .map((folder) => join(folder, 'package.json'))
    .concat('pnpm-workspace.yaml', 'pnpm-lock.yaml')
    .filter((file) => existsSync(join(root, file)));
}

function fingerprint(root) {
  const hash = createHash('sha256');
  for (const file of manifests(root)) hash.update(file).update(readFileSync(join(root, file)));
  return hash.digest('hex');
}

function pinned(root, name) {
  const version = new RegExp(`^  ${name}: (\\S+)$`, 'm').exec(
    readFileSync(join(root, 'pnpm-workspace.yaml'), 'utf8'),
  )?.[1];
  if (!version) throw new Error(`pnpm-workspace.yaml does not pin ${name}`);
  return version;
}

/**
 * Installs from the lockfile, unless exactly that is installed already: then no network is needed.
 *
 * Takes the repository's folder; returns the environment in which the project's own Node 24 and pnpm come first.
 */
export function install(root) {
  const current = fingerprint(root);
  const stamp = join(root, STAMP);
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== current) {
    console.log('Installing (once; later starts need no network) ...');
    const local = join('node_modules', '.bin', 'pnpm');
    const [command, ...args] = existsSync(join(root, local))
      ? [local]
      : ['npm', 'exec', '--yes', `--package=pnpm@${pinned(root, 'pnpm')}`, '--', 'pnpm'];
    execFileSync(
      command,
      [...args, 'install', '--frozen-lockfile', '--reporter=append-only', '--loglevel=error'],
      {
        cwd: root,
        stdio: ['ignore', 'inherit', 'inherit'],
        // On Windows both are batch files, which a shell alone starts. All words are ours, and none needs quotes.
        shell: process.platform === 'win32',
      },
    );
    writeFileSync(stamp, current);
  }
  const bins = [join(root, 'node_modules', 'node', 'bin'), join(root, 'node_modules', '.bin')];
  return {
    ...process.env,
    PATH: [...bins, process.env.PATH].join(delimiter),
    // Programs start quicker with what Node made of their code before; the tests start hundreds.
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, 'node_modules', '.cache', 'node'),
  };
}
