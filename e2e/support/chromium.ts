import { existsSync, statfsSync } from 'node:fs';
import { chromium, type LaunchOptions } from '@playwright/test';
import { installOnDebian } from '@space/server/testing/debian';
import { usesSystemFonts, writeFontConfiguration } from './fonts.ts';

const SYSTEM = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/**
 * What these machines' closed network and root user need; harmless elsewhere. And letters are drawn from their outlines
 * alone, whatever the machine's own settings say about smoothing them.
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

const ROOMY = 2 ** 30;

function hasRoomySharedMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    return bavail * bsize > ROOMY;
  } catch {
    return false;
  }
}

/** Playwright lets the browser share memory through files on the disk. Where there is room, memory is quicker. */
const UNWANTED_ARGUMENTS = hasRoomySharedMemory() ? ['--disable-dev-shm-usage'] : [];

/** Debian's other Chromium: without all that surrounds a page, so with much less for these machines to do. */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';

/** Looks for a Chromium: `CHROMIUM_PATH`, then the system's, then Playwright's own. Returns its path, or null. */
export function findChromium(): string | null {
  const asked = process.env['CHROMIUM_PATH'];
  if (asked) {
    if (!existsSync(asked)) throw new Error(`CHROMIUM_PATH names ${asked}, which does not exist`);
    return asked;
  }
  return [...SYSTEM, chromium.executablePath()].find((path) => path !== '' && existsSync(path)) ?? null;
}

/**
 * What the browser knows of the machine: its fonts are those of the tests (docs/decisions/028-fonts-of-the-tests.md), its
 * language and zone are those that the tests give their pages, also where nothing gives a tab any.
 */
function browserEnvironment(): Record<string, string> {
  const inherited = Object.entries(process.env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  const same = { LC_ALL: 'C.UTF-8', LANGUAGE: 'en', TZ: 'Asia/Singapore', FREETYPE_PROPERTIES: '' };
  const fonts = usesSystemFonts() ? {} : { FONTCONFIG_FILE: writeFontConfiguration() };
  return { ...Object.fromEntries(inherited), ...same, ...fonts };
}

/** How a Chromium is started. Takes its path and arguments besides; returns Playwright's options for `launch`. */
export function launchOptions(executablePath: string, ...besides: string[]): LaunchOptions {
  return {
    executablePath,
    args: [...ARGUMENTS, ...besides],
    ignoreDefaultArgs: UNWANTED_ARGUMENTS,
    env: browserEnvironment(),
  };
}

/** Finds a Chromium or, as root on Debian, installs one. Throws when there is none: browser tests are never skipped. */
export function ensureChromium(): string {
  const found = findChromium();
  if (found) return found;
  installOnDebian({
    name: 'Chromium',
    isThere: 'command -v chromium',
    packages: ['chromium'],
    extras: ['chromium-headless-shell'],
  });
  const installed = findChromium();
  if (installed) return installed;
  throw new Error(
    'The browser tests need Chromium. Install it (Debian: apt-get install chromium), or name it in CHROMIUM_PATH.',
  );
}

/**
 * The browser for tests and benches that need no tab beside the one they look at: the headless shell where there is one,
 * else as `ensureChromium` (docs/decisions/023-headless-shell.md).
 */
export function ensureHeadlessChromium(): string {
  const whole = ensureChromium();
  return !process.env['CHROMIUM_PATH'] && existsSync(HEADLESS_SHELL) ? HEADLESS_SHELL : whole;
}
