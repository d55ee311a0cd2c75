import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describeRun } from './support/chromium.ts';
import { usesSystemFonts } from './support/fonts.ts';

// `npm run e2e -- …`: words behind `--` go to Playwright, but for two:
// `--every-view` asks for the long forms of specs/accessibility.spec.ts and specs/quiet.spec.ts,
// `--system-fonts` (or TEST_FONTS=system) for what looks and measures come to with the machine's own fonts: a report.

const REPORTED = ['visual', 'accessibility', 'inParts', 'quiet', 'prerender'].map(
  (name) => `specs/${name}.spec.ts`,
);

const words = process.argv.slice(2);
const given = words.filter((word) => word !== '--every-view' && word !== '--system-fonts');
const isEveryView = words.includes('--every-view');
if (words.includes('--system-fonts')) process.env['TEST_FONTS'] = 'system';
const isReport = usesSystemFonts();

try {
  // Finds or installs the browser, before two workers do it at once.
  console.log(describeRun());
  const cwd = fileURLToPath(new URL('.', import.meta.url));
  const specs = isReport && given.length === 0 ? REPORTED : given;
  // Its own script, without a shell, which on Windows would take words apart: `-g 'two words'`.
  const playwright = fileURLToPath(import.meta.resolve('@playwright/test/cli'));
  const child = spawn(process.execPath, [playwright, 'test', ...specs], {
    cwd,
    env: { ...process.env, EVERY_VIEW: isEveryView ? 'on' : 'off' },
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
