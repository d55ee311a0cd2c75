import { execFileSync, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { ensureHeadlessChromium } from './support/chromium.ts';
import { describeFonts, usesSystemFonts } from './support/fonts.ts';
import { measureSlowness } from './support/limits.ts';

// `npm run e2e -- …`: arguments after `--` are passed to Playwright, except two:
// `--long` runs the long forms: all views, widths and input methods (support/longForm.ts);
// `--system-fonts` (or TEST_FONTS=system) uses this machine's own fonts, and only reports what differs.

const OWN_OPTIONS = ['--long', '--system-fonts'];
const REPORT_SPECS = ['visual', 'accessibility', 'layoutShifts'].map((name) => `specs/${name}.spec.ts`);

const args = process.argv.slice(2);
const forwarded = args.filter((arg) => !OWN_OPTIONS.includes(arg));
if (args.includes('--system-fonts')) process.env['TEST_FONTS'] = 'system';
const isReport = usesSystemFonts();

try {
  // Finds or installs the browser before two workers do it at once.
  const browser = ensureHeadlessChromium();
  console.log(`Browser: ${execFileSync(browser, ['--version'], { encoding: 'utf8' }).trim()} (${browser})`);
  console.log(`Fonts: ${describeFonts()}`);
  const slowness = measureSlowness().toFixed(1);
  console.log(`Limits of time: × ${slowness}`);
  // Runs Playwright's script without a shell: on Windows a shell would split an argument such as `-g 'two words'`.
  const playwright = fileURLToPath(import.meta.resolve('@playwright/test/cli'));
  const specs = isReport && forwarded.length === 0 ? REPORT_SPECS : forwarded;
  const child = spawn(process.execPath, [playwright, 'test', ...specs], {
    cwd: fileURLToPath(new URL('.', import.meta.url)),
    env: {
      ...process.env,
      LONG_FORM: args.includes('--long') ? 'on' : 'off',
      MACHINE_SLOWNESS: slowness,
    },
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
