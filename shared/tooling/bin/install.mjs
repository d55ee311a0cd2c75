// Plain JavaScript: this runs on whatever recent Node the machine has, before anything is installed.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packagesOf } from './packages.mjs';

const STAMP = 'node_modules/.space-install';
/** The fields of a package.json that decide what is installed: a new version of a remote changes nothing. */
const KEY_FIELDS = ['name', 'dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'];
/** pnpm's error codes when package.json and pnpm-lock.yaml disagree. */
const DISAGREE = /ERR_PNPM_\w*(LOCKFILE|NO_IMPORTER)/;

function fingerprint(root) {
  const hash = createHash('sha256');
  for (const folder of ['', ...packagesOf(root)]) {
    const file = join(root, folder, 'package.json');
    if (!existsSync(file)) continue;
    const manifest = JSON.parse(readFileSync(file, 'utf8'));
    hash.update(folder).update(JSON.stringify(KEY_FIELDS.map((field) => manifest[field] ?? null)));
  }
  for (const name of ['pnpm-workspace.yaml', 'pnpm-lock.yaml']) {
    const file = join(root, name);
    if (existsSync(file)) hash.update(name).update(readFileSync(file));
  }
  return hash.digest('hex');
}

function pinned(root, name) {
  const version = new RegExp(`^  ${name}: (\\S+)$`, 'm').exec(
    readFileSync(join(root, 'pnpm-workspace.yaml'), 'utf8'),
  )?.[1];
  if (!version) throw new Error(`pnpm-workspace.yaml does not pin ${name}`);
  return version;
}

/** Runs `pnpm install`; throws an Error with pnpm's output if it fails. */
function pnpmInstall(root, ...options) {
  const local = join('node_modules', '.bin', 'pnpm');
  const [command, ...args] = existsSync(join(root, local))
    ? [local]
    : ['npm', 'exec', '--yes', `--package=pnpm@${pinned(root, 'pnpm')}`, '--', 'pnpm'];
  try {
    execFileSync(command, [...args, 'install', ...options, '--reporter=append-only', '--loglevel=error'], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      // On Windows both are batch files, which only a shell starts. All arguments are ours, and none needs quotes.
      shell: process.platform === 'win32',
    });
  } catch (error) {
    throw new Error([error.stdout, error.stderr].map(String).join('\n').trim() || error.message, {
      cause: error,
    });
  }
}

/**
 * Installs all packages. If the lock file lacks a package.json, it is updated, with the network only for metadata that is not
 * on this machine: a first installation fetches none. CI refuses such a commit.
 */
function installPackages(root) {
  try {
    pnpmInstall(root, '--frozen-lockfile');
  } catch (error) {
    if (!DISAGREE.test(error.message)) throw error;
    const todo = 'pnpm-lock.yaml does not match the package.json files.';
    if (process.env.CI) {
      throw new Error(`${todo} Run "npm run lint" on your machine, and commit pnpm-lock.yaml.`, {
        cause: error,
      });
    }
    try {
      pnpmInstall(root, '--prefer-offline', '--no-frozen-lockfile');
    } catch (failed) {
      const command = join('node_modules', '.bin', 'pnpm');
      throw new Error(
        `${todo} Run "${command} install", which needs the network, and commit pnpm-lock.yaml.\n${failed.message}`,
        { cause: failed },
      );
    }
    console.log('pnpm-lock.yaml matches the package.json files now: commit it with them.');
  }
}

/** Installs from the lock file if needed. Returns the environment with the project's own Node and pnpm. */
export function install(root) {
  const stamp = join(root, STAMP);
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== fingerprint(root)) {
    console.log('Installing (once; later starts need no network) ...');
    installPackages(root);
    writeFileSync(stamp, fingerprint(root));
  }
  const bins = [join(root, 'node_modules', 'node', 'bin'), join(root, 'node_modules', '.bin')];
  return {
    ...process.env,
    PATH: [...bins, process.env.PATH].join(delimiter),
    // Programs start faster with Node's cached compilation of their code; the tests start hundreds.
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, 'node_modules', '.cache', 'node'),
  };
}

// For `npm run new-remote`, which has made a package.json.
if (import.meta.main) {
  try {
    install(fileURLToPath(new URL('../../..', import.meta.url)));
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
