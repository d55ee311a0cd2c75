import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

// The fonts of the tests: docs/decisions/010-pictures-and-fonts.md.

const FONT_PACKAGES = [
  ['dejavu-fonts-ttf', 'ttf'],
  ['@expo-google-fonts/arimo', '.'],
  ['@expo-google-fonts/noto-color-emoji', '.'],
] as const;

/** Font → the generic families and common font names that it substitutes. All others fall back to DejaVu Sans. */
const ALIASES: Readonly<Record<string, readonly string[]>> = {
  'DejaVu Sans': ['sans-serif', 'serif', 'system-ui', 'Roboto', 'Segoe UI', 'Times New Roman'],
  'DejaVu Sans Mono': ['monospace', 'ui-monospace', 'Courier New', 'Liberation Mono'],
  Arimo: ['Arial', 'Helvetica', 'Liberation Sans'],
  'Noto Color Emoji': ['emoji'],
};

/** Fonts of those packages that are excluded: with one font for each purpose, fontconfig has no choice to make. */
const EXCLUDED = ['DejaVuSerif*', 'DejaVuMath*', 'DejaVuSansCondensed*', 'DejaVuSans-ExtraLight*'];

/** No hinting and no subpixel rendering: text looks the same on every machine. */
const RENDERING = {
  antialias: '<bool>true</bool>',
  hinting: '<bool>false</bool>',
  autohint: '<bool>false</bool>',
  hintstyle: '<const>hintnone</const>',
  rgba: '<const>none</const>',
  lcdfilter: '<const>lcdnone</const>',
  embeddedbitmap: '<bool>false</bool>',
};

const CACHE = fileURLToPath(new URL('../../.space/fonts', import.meta.url));
const require = createRequire(import.meta.url);
const folderOf = (name: string, folder: string) =>
  join(dirname(require.resolve(`${name}/package.json`)), folder);
const aliasOf = (name: string, face: string) =>
  `<alias binding="same"><family>${name}</family><prefer><family>${face}</family></prefer></alias>`;

const configuration = (hasEmoji: boolean) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
${FONT_PACKAGES.filter(([name]) => hasEmoji || !name.includes('emoji'))
  .map(([name, folder]) => `<dir>${folderOf(name, folder)}</dir>`)
  .join('\n')}
<cachedir>${CACHE}</cachedir>
<selectfont><rejectfont>${EXCLUDED.map((files) => `<glob>*/${files}</glob>`).join('')}</rejectfont></selectfont>
${Object.entries(ALIASES)
  .flatMap(([face, names]) => names.map((name) => aliasOf(name, face)))
  .join('\n')}
<match target="pattern"><edit name="family" mode="append_last"><string>DejaVu Sans</string></edit></match>
<match target="font">
${Object.entries(RENDERING)
  .map(([name, value]) => `<edit name="${name}" mode="assign">${value}</edit>`)
  .join('\n')}
</match>
</fontconfig>
`;

/** Whether the tests use the machine's own fonts (`TEST_FONTS=system`). The run is then only a report. */
export const usesSystemFonts = (): boolean => process.env['TEST_FONTS'] === 'system';

/** The fonts in one line: packages and versions. */
export function describeFonts(): string {
  if (usesSystemFonts()) return 'those of this machine';
  return FONT_PACKAGES.map(([name]) => {
    // Every npm manifest has a version.
    const { version } = require(`${name}/package.json`) as { version: string };
    return `${name} ${version}`;
  }).join(', ');
}

/**
 * Writes a fontconfig configuration with only the fonts of the tests into a git-ignored folder. `hasEmoji`: includes the
 * emoji font. Returns the path of the configuration.
 */
export function writeFontConfiguration(hasEmoji = true): string {
  mkdirSync(CACHE, { recursive: true });
  const file = join(CACHE, hasEmoji ? 'fonts.conf' : 'fonts-without-emoji.conf');
  // Written to a draft and renamed: several processes write the file while browsers read it.
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, configuration(hasEmoji));
  renameSync(draft, file);
  return file;
}
