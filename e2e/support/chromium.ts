import { existsSync, globSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type LaunchOptions } from '@playwright/test';
import { installOnDebian } from '@space/server/testing/process';

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

/** Looks for Chromium: `CHROMIUM_PATH`, `preferred`, then the system's, then Playwright's own. */
export function findChromium(...preferred: string[]): string | undefined {
  const paths = [
    ...preferred,
    ...globSync('/usr/bin/{chromium,google-chrome}{,-browser,-stable,-headless-shell}'),
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    chromium.executablePath(),
  ];
  return process.env['CHROMIUM_PATH'] || paths.find((path) => existsSync(path));
}

/**
 * Finds the browser for tests and benchmarks, or, as root on Debian, installs it: the headless shell if there is one, which
 * needs much less CPU (docs/decisions/023-how-things-are-measured.md). Throws if there is none: browser tests are never
 * skipped.
 */
function ensureHeadlessChromium(): string {
  const find = () => findChromium('/usr/bin/chromium-headless-shell');
  if (!find()) installOnDebian('chromium-headless-shell', 'chromium');
  const path = find();
  if (path) return path;
  throw new Error(
    'The browser tests need Chromium. Install it (Debian: apt-get install chromium), or name it in CHROMIUM_PATH.',
  );
}

/** By default Playwright makes the browser use files on disk as shared memory. /dev/shm is faster if it has a gibibyte. */
const { bavail = 0, bsize = 0 } = existsSync('/dev/shm') ? statfsSync('/dev/shm') : {};

export const FONTS = join(import.meta.dirname, '../fonts');

/**
 * Playwright's options for `launch`, with additional arguments. The browser has only the fonts of the tests
 * (docs/decisions/010-pictures-and-fonts.md), and the language and time zone that tests set for their pages, for tabs where
 * no test sets them.
 */
export const launchOptions = (...additional: string[]): LaunchOptions => ({
  executablePath: ensureHeadlessChromium(),
  args: [...ARGUMENTS, ...additional],
  ignoreDefaultArgs: bavail * bsize > 2 ** 30 ? ['--disable-dev-shm-usage'] : [],
  env: {
    ...(process.env as Record<string, string>), // no value is undefined when they are spread
    ...{ LC_ALL: 'C.UTF-8', LANGUAGE: 'en', TZ: 'Asia/Singapore', FREETYPE_PROPERTIES: '' },
    ...{ FONTCONFIG_PATH: FONTS, FONTCONFIG_FILE: join(FONTS, 'fonts.conf') },
  },
});

if (import.meta.main) ensureHeadlessChromium(); // `npm test` does so beside other work
