import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureChromium } from './support/chromium.ts';

// `npm run e2e -- …`: words behind `--` go to Playwright, but for `--every-view`, which asks for the long forms of
// specs/accessibility.spec.ts and specs/quiet.spec.ts.
try {
  // Before two workers do it at once.
  ensureChromium();
  const cwd = fileURLToPath(new URL('.', import.meta.url));
  const words = process.argv.slice(2);
  const given = words.filter((word) => word !== '--every-view');
  const child = spawn(join(cwd, 'node_modules', '.bin', 'playwright'), ['test', ...given], {
    cwd,
    env: {
      ...process.env,
      EVERY_VIEW: given.length < words.length ? 'on' : 'off',
    },
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  child.on('exit', (code) => {
    process.exitCode = code ?? 1;
  });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
