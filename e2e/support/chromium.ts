import { existsSync, statfsSync } from 'node:fs';
import { chromium, type LaunchOptions } from '@playwright/test';
import { installOnDebian } from '@space/server/testing/process';
import { usesSystemFonts, writeFontConfiguration } from './fonts.ts';

const SYSTEM_PATHS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/**
 * Required by these machines' closed network and root user; harmless elsewhere. The last two turn off font hinting and
 * subpixel smoothing, whatever the machine's own settings are.
 */
export const ARGUMENTS = [
  '--no-sandbox',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-gpu',
  '--font-render-hinting=none',
  '--disable-lcd-text',
];

const ONE_GIBIBYTE = 2 ** 30;

function hasEnoughSharedMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    return bavail * bsize > ONE_GIBIBYTE;
  } catch {
    return false;
  }
}

/** By default Playwright makes the browser use files on disk as shared memory. /dev/shm is faster if it has room. */
const UNWANTED_ARGUMENTS = hasEnoughSharedMemory() ? ['--disable-dev-shm-usage'] : [];

/** Debian's headless-only Chromium, without the browser's own interface: needs much less CPU. */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';

/** Looks for Chromium: `CHROMIUM_PATH`, then the system's, then Playwright's own. Returns its path, or null. */
export function findChromium(): string | null {
  const configured = process.env['CHROMIUM_PATH'];
  if (configured) {
    if (!existsSync(configured)) throw new Error(`CHROMIUM_PATH names ${configured}, which does not exist`);
    return configured;
  }
  return [...SYSTEM_PATHS, chromium.executablePath()].find((path) => path !== '' && existsSync(path)) ?? null;
}

/**
 * The browser's environment variables: the fonts of the tests (docs/decisions/010-pictures-and-fonts.md), and the language
 * and time zone that tests set for their pages, for tabs where no test sets them.
 */
function browserEnvironment(): Record<string, string> {
  const inherited = Object.entries(process.env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  const fixed = { LC_ALL: 'C.UTF-8', LANGUAGE: 'en', TZ: 'Asia/Singapore', FREETYPE_PROPERTIES: '' };
  const fonts = usesSystemFonts() ? {} : { FONTCONFIG_FILE: writeFontConfiguration() };
  return { ...Object.fromEntries(inherited), ...fixed, ...fonts };
}

/** Takes the path of Chromium and additional arguments; returns Playwright's options for `launch`. */
export function launchOptions(executablePath: string, ...additional: string[]): LaunchOptions {
  return {
    executablePath,
    args: [...ARGUMENTS, ...additional],
    ignoreDefaultArgs: UNWANTED_ARGUMENTS,
    env: browserEnvironment(),
  };
}

/** Finds Chromium or, as root on Debian, installs it. Throws if there is none: browser tests are never skipped. */
export function ensureChromium(): string {
  const found = findChromium();
  if (found) return found;
  installOnDebian('chromium', 'chromium-headless-shell');
  const installed = findChromium();
  if (installed) return installed;
  throw new Error(
    'The browser tests need Chromium. Install it (Debian: apt-get install chromium), or name it in CHROMIUM_PATH.',
  );
}

/**
 * The browser for tests and benchmarks that need only one tab: the headless shell if it is installed, otherwise that of
 * `ensureChromium` (docs/decisions/023-how-things-are-measured.md).
 */
export function ensureHeadlessChromium(): string {
  const whole = ensureChromium();
  return !process.env['CHROMIUM_PATH'] && existsSync(HEADLESS_SHELL) ? HEADLESS_SHELL : whole;
}
