import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

// The fonts of the tests: docs/decisions/028-fonts-of-the-tests.md.

const FOLDERS = [
  ['dejavu-fonts-ttf', 'ttf'],
  ['@expo-google-fonts/arimo', '.'],
  ['@expo-google-fonts/noto-color-emoji', '.'],
] as const;

/** What pages may ask for, generic or by a name that machines know, and the face that answers. Others get DejaVu Sans. */
const ALIASES: Readonly<Record<string, readonly string[]>> = {
  'DejaVu Sans': ['sans-serif', 'serif', 'system-ui', 'Roboto', 'Segoe UI', 'Times New Roman'],
  'DejaVu Sans Mono': ['monospace', 'ui-monospace', 'Courier New', 'Liberation Mono'],
  Arimo: ['Arial', 'Helvetica', 'Liberation Sans'],
  'Noto Color Emoji': ['emoji'],
};

/** Faces of those packages that the tests do without: one face for each purpose leaves nothing to choose. */
const LEFT_OUT = ['DejaVuSerif*', 'DejaVuMath*', 'DejaVuSansCondensed*', 'DejaVuSans-ExtraLight*'];

/** Letters are drawn from their outlines alone, in shades of grey. */
const DRAWING = {
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
${FOLDERS.filter(([name]) => hasEmoji || !name.includes('emoji'))
  .map(([name, folder]) => `<dir>${folderOf(name, folder)}</dir>`)
  .join('\n')}
<cachedir>${CACHE}</cachedir>
<selectfont><rejectfont>${LEFT_OUT.map((files) => `<glob>*/${files}</glob>`).join('')}</rejectfont></selectfont>
${Object.entries(ALIASES)
  .flatMap(([face, names]) => names.map((name) => aliasOf(name, face)))
  .join('\n')}
<match target="pattern"><edit name="family" mode="append_last"><string>DejaVu Sans</string></edit></match>
<match target="font">
${Object.entries(DRAWING)
  .map(([name, value]) => `<edit name="${name}" mode="assign">${value}</edit>`)
  .join('\n')}
</match>
</fontconfig>
`;

/** Whether the tests use the machine's own fonts (`TEST_FONTS=system`): a report then, not a verdict. */
export const usesSystemFonts = (): boolean => process.env['TEST_FONTS'] === 'system';

/** The fonts in one line: packages and their versions. */
export function describeFonts(): string {
  if (usesSystemFonts()) return 'those of this machine';
  return FOLDERS.map(([name]) => {
    // The manifest of an npm package.
    const { version } = require(`${name}/package.json`) as { version: string };
    return `${name} ${version}`;
  }).join(', ');
}

/**
 * Writes the configuration with which fontconfig knows the fonts of the tests and no others, into a folder that git does not
 * keep. `hasEmoji`: among them one of emoji. Returns its path.
 */
export function writeFontConfiguration(hasEmoji = true): string {
  mkdirSync(CACHE, { recursive: true });
  const file = join(CACHE, hasEmoji ? 'fonts.conf' : 'fonts-without-emoji.conf');
  // Several processes do this at the same time, and browsers read it meanwhile.
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, configuration(hasEmoji));
  renameSync(draft, file);
  return file;
}
