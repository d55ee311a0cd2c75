import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { install } from './install.mjs';

const PNPM = fileURLToPath(new URL('../../../node_modules/.bin/pnpm', import.meta.url));

let root: string;
let output: string[];

const write = (file: string, content: object | string) => {
  mkdirSync(join(root, file, '..'), { recursive: true });
  writeFileSync(join(root, file), typeof content === 'string' ? content : JSON.stringify(content));
};
const writeRemote = (name: string, version: string, dependencies: Record<string, string> = {}) =>
  write(`remotes/${name}/package.json`, {
    name: `@space/${name}`,
    version,
    dependencies: { '@space/ui': 'workspace:*', ...dependencies },
  });
const lockFile = () => readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8');

/** The first step of `npm run …`, in the small workspace, which does not install pnpm itself. Returns its output. */
function installThere(ci = ''): string[] {
  const pnpm = join(root, 'node_modules/.bin/pnpm');
  mkdirSync(join(pnpm, '..'), { recursive: true });
  if (!existsSync(pnpm)) symlinkSync(PNPM, pnpm);
  vi.stubEnv('CI', ci);
  output = [];
  install(root);
  return output;
}

beforeEach(() => {
  vi.spyOn(console, 'log').mockImplementation((line: string) => output.push(line));
  root = mkdtempSync(join(tmpdir(), 'space-install-'));
  write('pnpm-workspace.yaml', 'packages:\n  - shell\n  - remotes/*\n  - shared/*\n');
  write('package.json', { private: true });
  write('shell/package.json', { name: '@space/shell' });
  write('shared/ui/package.json', { name: '@space/ui', version: '1.0.0' });
  writeRemote('retro', '0.1.0');
  installThere();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  rmSync(root, { recursive: true, force: true });
});

test('a new remote joins the lock file without a network, CI refuses that, and a new version of one needs nothing', () => {
  const before = lockFile();
  writeRemote('retro', '0.2.0');
  expect(installThere()).toEqual([]);
  expect(lockFile()).toBe(before);

  writeRemote('notes', '0.1.0');
  expect(() => installThere('true')).toThrow('Regenerate the lockfile');
  expect(installThere()).toHaveLength(1);
  const committed = lockFile();
  expect(committed).toContain('remotes/notes:');
  rmSync(join(root, 'node_modules'), { recursive: true });
  expect(installThere('true')).toHaveLength(1);
  expect(existsSync(join(root, 'remotes/notes/node_modules/@space/ui/package.json'))).toBe(true);
  expect(lockFile()).toBe(committed);
});
