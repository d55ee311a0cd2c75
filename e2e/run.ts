import { execFileSync, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { ensureHeadlessChromium } from './support/chromium.ts';
import { describeFonts, usesSystemFonts } from './support/fonts.ts';

// `npm run e2e -- …`: words behind `--` go to Playwright, but for two:
// `--long` asks for the long forms: all views, widths and hands, and the tests that `npm test` leaves out (support/longForm.ts),
// `--system-fonts` (or TEST_FONTS=system) for what looks and measures come to with the machine's own fonts: a report.

const OWN = ['--long', '--system-fonts'];
const REPORTED = ['visual', 'accessibility', 'layoutShifts'].map((name) => `specs/${name}.spec.ts`);

const words = process.argv.slice(2);
const given = words.filter((word) => !OWN.includes(word));
if (words.includes('--system-fonts')) process.env['TEST_FONTS'] = 'system';
const isReport = usesSystemFonts();

try {
  // Finds or installs the browser, before two workers do it at once.
  const browser = ensureHeadlessChromium();
  console.log(`Browser: ${execFileSync(browser, ['--version'], { encoding: 'utf8' }).trim()} (${browser})`);
  console.log(`Fonts: ${describeFonts()}`);
  // Playwright's own script, without a shell, which on Windows would take words apart: `-g 'two words'`.
  const playwright = fileURLToPath(import.meta.resolve('@playwright/test/cli'));
  const specs = isReport && given.length === 0 ? REPORTED : given;
  const child = spawn(process.execPath, [playwright, 'test', ...specs], {
    cwd: fileURLToPath(new URL('.', import.meta.url)),
    env: { ...process.env, LONG_FORM: words.includes('--long') ? 'on' : 'off' },
    stdio: 'inherit',
  });
  child.on('exit', (code) => {
    if (isReport) console.log('With the fonts of this machine: a report, not a verdict.');
    process.exitCode = isReport && code === 1 ? 0 : (code ?? 1);
  });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
