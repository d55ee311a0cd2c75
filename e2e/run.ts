import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { ensureHeadlessChromium } from './support/chromium.ts';

// `npm run e2e -- …`: words behind `--` go to Playwright, but for `--every-view`, which asks for the long forms of
// specs/accessibility.spec.ts and specs/layoutShifts.spec.ts.

const words = process.argv.slice(2);

try {
  // Finds or installs the browser, before two workers do it at once.
  console.log(`Browser: ${ensureHeadlessChromium()}`);
  // Playwright's own script, without a shell, which on Windows would take words apart: `-g 'two words'`.
  const playwright = fileURLToPath(import.meta.resolve('@playwright/test/cli'));
  const given = words.filter((word) => word !== '--every-view');
  const child = spawn(process.execPath, [playwright, 'test', ...given], {
    cwd: fileURLToPath(new URL('.', import.meta.url)),
    env: { ...process.env, EVERY_VIEW: words.includes('--every-view') ? 'on' : 'off' },
    stdio: 'inherit',
  });
  child.on('exit', (code) => {
    process.exitCode = code ?? 1;
  });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
