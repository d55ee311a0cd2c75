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
import { expect, onTestFinished, test, vi } from 'vitest';
import { install } from './install.mjs';

test('a new remote joins the lock file without a network, CI refuses that, and a new version of one needs nothing', () => {
  const root = mkdtempSync(join(tmpdir(), 'space-install-'));
  const output = vi.spyOn(console, 'log').mockImplementation(() => {});
  onTestFinished(() => {
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
    rmSync(root, { recursive: true });
  });
  const write = (file: string, content: object | string) => {
    mkdirSync(join(root, file, '..'), { recursive: true });
    writeFileSync(join(root, file), typeof content === 'string' ? content : JSON.stringify(content));
  };
  const writeRemote = (name: string, version: string) => {
    const dependencies = { '@space/ui': 'workspace:*' };
    write(`remotes/${name}/package.json`, { name: `@space/${name}`, version, dependencies });
  };
  const lockFile = () => readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8');
  /** The first step of `npm run …`, with the pnpm of this repository. Returns how often it installs. */
  const installThere = (ci = '') => {
    const pnpm = join(root, 'node_modules/.bin/pnpm');
    mkdirSync(join(pnpm, '..'), { recursive: true });
    const ours = fileURLToPath(new URL('../../../node_modules/.bin/pnpm', import.meta.url));
    if (!existsSync(pnpm)) symlinkSync(ours, pnpm);
    vi.stubEnv('CI', ci);
    output.mockClear();
    install(root);
    return output.mock.calls.length;
  };
  write('pnpm-workspace.yaml', 'packages:\n  - shell\n  - remotes/*\n  - shared/*\n');
  write('package.json', { private: true });
  write('shell/package.json', { name: '@space/shell' });
  write('shared/ui/package.json', { name: '@space/ui', version: '1.0.0' });
  writeRemote('retro', '0.1.0');
  installThere();
  const before = lockFile();
  writeRemote('retro', '0.2.0');
  expect([installThere(), lockFile()]).toEqual([0, before]);

  writeRemote('notes', '0.1.0');
  expect(() => installThere('true')).toThrow('Regenerate the lockfile');
  expect(installThere()).toBe(1);
  const committed = lockFile();
  expect(committed).toContain('remotes/notes:');
  rmSync(join(root, 'node_modules'), { recursive: true });
  expect([installThere('true'), lockFile()]).toEqual([1, committed]);
  expect(existsSync(join(root, 'remotes/notes/node_modules/@space/ui/package.json'))).toBe(true);
});
