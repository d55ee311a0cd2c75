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
  const output = vi.spyOn(console, 'log').mockReturnValue();
  onTestFinished(() => {
    vi.unstubAllEnvs();
    rmSync(root, { recursive: true });
  });
  const write = (folder: string, manifest: object) => {
    mkdirSync(join(root, folder), { recursive: true });
    writeFileSync(join(root, folder, 'package.json'), JSON.stringify(manifest));
  };
  const remote = (name: string, version: string) =>
    write(`remotes/${name}`, {
      name: `@space/${name}`,
      version,
      dependencies: { '@space/ui': 'workspace:*' },
    });
  const lockFile = () => readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8');
  /** The first step of `npm run …`, with the pnpm of this repository. Returns how often it installs. */
  const installThere = (ci = '') => {
    const bin = join(root, 'node_modules/.bin');
    mkdirSync(bin, { recursive: true });
    const pnpm = fileURLToPath(new URL('../../../node_modules/.bin/pnpm', import.meta.url));
    if (!existsSync(join(bin, 'pnpm'))) symlinkSync(pnpm, join(bin, 'pnpm'));
    vi.stubEnv('CI', ci);
    output.mockClear();
    install(root);
    return output.mock.calls.length;
  };
  write('', { private: true });
  writeFileSync(join(root, 'pnpm-workspace.yaml'), 'packages:\n  - shell\n  - remotes/*\n  - shared/*\n');
  write('shell', { name: '@space/shell' });
  write('shared/ui', { name: '@space/ui', version: '1.0.0' });
  remote('retro', '0.1.0');
  installThere();
  const before = lockFile();
  remote('retro', '0.2.0');
  expect([installThere(), lockFile()]).toEqual([0, before]);

  remote('notes', '0.1.0');
  expect(() => installThere('true')).toThrow('Regenerate the lockfile');
  expect(installThere()).toBe(1);
  const committed = lockFile();
  expect(committed).toContain('remotes/notes:');
  rmSync(join(root, 'node_modules'), { recursive: true });
  expect([installThere('true'), lockFile()]).toEqual([1, committed]);
  expect(existsSync(join(root, 'remotes/notes/node_modules/@space/ui/package.json'))).toBe(true);
});
