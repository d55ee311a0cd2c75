import { existsSync, mkdirSync, renameSync, statfsSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { chromium, type LaunchOptions } from '@playwright/test';
import { installOnDebian } from '@space/server/testing/process';

/** The last is Debian's headless-only Chromium, without the browser's own interface: it needs much less CPU. */
const [HEADLESS_SHELL, ...SYSTEM_PATHS] = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
] as const;

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

/** Looks for Chromium: `CHROMIUM_PATH`, then the system's, then Playwright's own. Returns its path, or null. */
export function findChromium(): string | null {
  const configured = process.env['CHROMIUM_PATH'];
  if (configured && !existsSync(configured))
    throw new Error(`CHROMIUM_PATH names ${configured}, which does not exist`);
  const paths = [configured ?? '', ...SYSTEM_PATHS, chromium.executablePath()];
  return paths.find((path) => path !== '' && existsSync(path)) ?? null;
}

/**
 * Finds the browser for tests and benchmarks, or, as root on Debian, installs it: the headless shell if there is one
 * (docs/decisions/023-how-things-are-measured.md). Throws if there is none: browser tests are never skipped.
 */
export function ensureHeadlessChromium(): string {
  if (!findChromium()) installOnDebian('chromium', 'chromium-headless-shell');
  const whole = findChromium();
  if (!whole)
    throw new Error(
      'The browser tests need Chromium. Install it (Debian: apt-get install chromium), or name it in CHROMIUM_PATH.',
    );
  return !process.env['CHROMIUM_PATH'] && existsSync(HEADLESS_SHELL) ? HEADLESS_SHELL : whole;
}

/** By default Playwright makes the browser use files on disk as shared memory. /dev/shm is faster if it has a gibibyte. */
function unwantedArguments(): string[] {
  if (!existsSync('/dev/shm')) return [];
  const { bavail, bsize } = statfsSync('/dev/shm');
  return bavail * bsize > 2 ** 30 ? ['--disable-dev-shm-usage'] : [];
}

/**
 * Takes the path of Chromium and additional arguments; returns Playwright's options for `launch`. The browser has only the
 * fonts of the tests (docs/decisions/010-pictures-and-fonts.md), and the language and time zone that tests set for their
 * pages, for tabs where no test sets them.
 */
export function launchOptions(executablePath: string, ...additional: string[]): LaunchOptions {
  return {
    executablePath,
    args: [...ARGUMENTS, ...additional],
    ignoreDefaultArgs: unwantedArguments(),
    env: {
      ...(process.env as Record<string, string>), // no value is undefined when they are spread
      ...{ LC_ALL: 'C.UTF-8', LANGUAGE: 'en', TZ: 'Asia/Singapore', FREETYPE_PROPERTIES: '' },
      FONTCONFIG_FILE: writeFontConfiguration(),
    },
  };
}

const FOLDER = join(import.meta.dirname, '../../.space/fonts');
const { resolve } = createRequire(import.meta.url);
const fontFolder = (name: string, folder: string) =>
  `<dir>${join(dirname(resolve(`${name}/package.json`)), folder)}</dir>`;
const EMOJI = fontFolder('@expo-google-fonts/noto-color-emoji', '.');

/** Font → the generic families and common font names that it substitutes. All others fall back to DejaVu Sans. */
const ALIASES: Readonly<Record<string, readonly string[]>> = {
  'DejaVu Sans': ['sans-serif', 'serif', 'system-ui', 'Roboto', 'Segoe UI', 'Times New Roman'],
  'DejaVu Sans Mono': ['monospace', 'ui-monospace', 'Courier New', 'Liberation Mono'],
  Arimo: ['Arial', 'Helvetica', 'Liberation Sans'],
  'Noto Color Emoji': ['emoji'],
};
const aliases = Object.entries(ALIASES).flatMap(([face, names]) =>
  names.map(
    (name) =>
      `<alias binding="same"><family>${name}</family><prefer><family>${face}</family></prefer></alias>`,
  ),
);

/** Three families, one font for each purpose: then fontconfig has no choice to make. No hinting, no subpixel rendering. */
const CONFIGURATION = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
${fontFolder('dejavu-fonts-ttf', 'ttf')}
${fontFolder('@expo-google-fonts/arimo', '.')}
${EMOJI}
<cachedir>${FOLDER}</cachedir>
<selectfont><rejectfont>
<glob>*/DejaVuSerif*</glob><glob>*/DejaVuMath*</glob>
<glob>*/DejaVuSansCondensed*</glob><glob>*/DejaVuSans-ExtraLight*</glob>
</rejectfont></selectfont>
${aliases.join('\n')}
<match target="pattern"><edit name="family" mode="append_last"><string>DejaVu Sans</string></edit></match>
<match target="font">
<edit name="antialias" mode="assign"><bool>true</bool></edit>
<edit name="hinting" mode="assign"><bool>false</bool></edit>
<edit name="autohint" mode="assign"><bool>false</bool></edit>
<edit name="hintstyle" mode="assign"><const>hintnone</const></edit>
<edit name="rgba" mode="assign"><const>none</const></edit>
<edit name="lcdfilter" mode="assign"><const>lcdnone</const></edit>
<edit name="embeddedbitmap" mode="assign"><bool>false</bool></edit>
</match>
</fontconfig>
`;

/** Writes a fontconfig configuration with the fonts of the tests into a git-ignored folder. Returns its path. */
export function writeFontConfiguration(hasEmoji = true): string {
  mkdirSync(FOLDER, { recursive: true });
  const file = join(FOLDER, hasEmoji ? 'fonts.conf' : 'fonts-without-emoji.conf');
  // Written to a draft and renamed: several processes write the file while browsers read it.
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, hasEmoji ? CONFIGURATION : CONFIGURATION.replace(EMOJI, ''));
  renameSync(draft, file);
  return file;
}
