import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureChromium } from './support/chromium.ts';

// `npm run e2e -- …`: words behind `--` go to Playwright.
try {
  const browser = ensureChromium();
  const cwd = fileURLToPath(new URL('.', import.meta.url));
  const child = spawn(join(cwd, 'node_modules', '.bin', 'playwright'), ['test', ...process.argv.slice(2)], {
    cwd,
    env: { ...process.env, CHROMIUM_PATH: browser },
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
