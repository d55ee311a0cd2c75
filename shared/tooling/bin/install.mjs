// Plain JavaScript: this runs on whatever recent Node the machine has, before anything is installed.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const STAMP = 'node_modules/.space-install';
/** The fields of a package.json that decide what is installed: a new version of a remote changes nothing. */
const KEY_FIELDS = ['name', 'dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'];
/** Takes the repository's folder; returns the folders of its packages, relative to it. */
export function packagesOf(root) {
  const folders = ['shared', 'remotes'].flatMap((parent) =>
    readdirSync(join(root, parent)).map((name) => `${parent}/${name}`),
  );
  return ['shell', 'e2e', 'e2e/bench', 'e2e/other-planner', ...folders];
}

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
  const catalog = readFileSync(join(root, 'pnpm-workspace.yaml'), 'utf8');
  const [, version] = new RegExp(`^  ${name}: (\\S+)$`, 'm').exec(catalog) ?? [];
  if (!version) throw new Error(`pnpm-workspace.yaml does not pin ${name}`);
  return version;
}

/**
 * Runs `pnpm install`: from the lock file, which it updates for a new package.json, from this machine as far as it can; CI
 * refuses such a commit. Throws an Error with pnpm's output.
 */
function pnpmInstall(root) {
  const local = join('node_modules', '.bin', 'pnpm');
  const [command, ...args] = existsSync(join(root, local))
    ? [local]
    : ['npm', 'exec', '--yes', `--package=pnpm@${pinned(root, 'pnpm')}`, '--', 'pnpm'];
  const words = [...args, 'install', '--prefer-offline', '--reporter=append-only', '--loglevel=error'];
  // On Windows both are batch files, which only a shell starts. All arguments are ours, and none needs quotes.
  const options = { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], shell: process.platform === 'win32' };
  try {
    execFileSync(command, words, options);
  } catch (error) {
    const output = [error.stdout, error.stderr].map(String).join('\n').trim();
    throw new Error(output || error.message, { cause: error });
  }
}

/** Installs from the lock file if needed. Returns the environment with the project's own Node and pnpm. */
export function install(root) {
  const stamp = join(root, STAMP);
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== fingerprint(root)) {
    console.log('Installing (once; later starts need no network) ...');
    pnpmInstall(root);
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
