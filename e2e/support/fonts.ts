import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

// The fonts of the tests: docs/decisions/028-fonts-of-the-tests.md.

interface FontPackage {
  name: string;
  /** Where the font files are, inside the package. */
  folder: string;
  families: readonly string[];
}

const TEXT = 'DejaVu Sans';
const MONO = 'DejaVu Sans Mono';
const ARIAL = 'Arimo';
const EMOJI = 'Noto Color Emoji';

const PACKAGES: readonly FontPackage[] = [
  { name: 'dejavu-fonts-ttf', folder: 'ttf', families: [TEXT, MONO] },
  { name: '@expo-google-fonts/arimo', folder: '.', families: [ARIAL] },
  { name: '@expo-google-fonts/noto-color-emoji', folder: '.', families: [EMOJI] },
];

/** Faces of those packages that the tests do without: one face for each purpose leaves nothing to choose. */
const LEFT_OUT = ['DejaVuSerif*', 'DejaVuMath*', 'DejaVuSansCondensed*', 'DejaVuSans-ExtraLight*'];

/** What pages may ask for, generic or by a name that machines know, and the face that answers. */
const ANSWERS: Readonly<Record<string, readonly string[]>> = {
  [TEXT]: [
    ...['sans-serif', 'serif', 'system-ui', 'ui-sans-serif', 'ui-serif', 'ui-rounded'],
    ...['cursive', 'fantasy', 'math', 'sans', 'Sans'],
    ...['-apple-system', 'BlinkMacSystemFont', 'Segoe UI', 'Roboto', 'Noto Sans', 'Ubuntu', 'Cantarell'],
    ...['Times', 'Times New Roman', 'Liberation Serif', 'DejaVu Serif'],
  ],
  [MONO]: [
    ...['monospace', 'ui-monospace', 'mono'],
    ...['Courier', 'Courier New', 'Liberation Mono', 'Menlo', 'Consolas', 'Monaco'],
  ],
  [ARIAL]: ['Arial', 'Helvetica', 'Helvetica Neue', 'Liberation Sans'],
  [EMOJI]: ['emoji', 'Apple Color Emoji', 'Segoe UI Emoji'],
};

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
const manifestOf = ({ name }: FontPackage) => require.resolve(`${name}/package.json`);

function versionOf(fonts: FontPackage): string {
  // The manifest of an npm package.
  const { version } = JSON.parse(readFileSync(manifestOf(fonts), 'utf8')) as { version: string };
  return version;
}

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

function configuration(): string {
  const folders = PACKAGES.map((fonts) => join(dirname(manifestOf(fonts)), fonts.folder));
  const aliases = Object.entries(ANSWERS).flatMap(([face, names]) =>
    names.map(
      (name) =>
        `<alias binding="same"><family>${name}</family><prefer><family>${face}</family></prefer></alias>`,
    ),
  );
  return [
    '<?xml version="1.0"?>',
    '<!DOCTYPE fontconfig SYSTEM "fonts.dtd">',
    '<fontconfig>',
    ...folders.map((folder) => `<dir>${escape(folder)}</dir>`),
    `<cachedir>${escape(CACHE)}</cachedir>`,
    '<selectfont><rejectfont>',
    ...LEFT_OUT.map((files) => `<glob>*/${files}</glob>`),
    '</rejectfont></selectfont>',
    ...aliases,
    // What has no such name gets the text face, too, instead of whichever face comes first.
    `<match target="pattern"><edit name="family" mode="append_last"><string>${TEXT}</string></edit></match>`,
    '<match target="font">',
    ...Object.entries(DRAWING).map(([name, value]) => `<edit name="${name}" mode="assign">${value}</edit>`),
    '</match>',
    '</fontconfig>',
    '',
  ].join('\n');
}

/**
 * Writes the configuration with which fontconfig knows the fonts of the tests and no others, into a folder that git does not
 * keep. Returns its path.
 */
export function writeFontConfiguration(): string {
  mkdirSync(CACHE, { recursive: true });
  const file = join(CACHE, 'fonts.conf');
  // Several processes do this at the same time, and browsers read it meanwhile.
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, configuration());
  renameSync(draft, file);
  return file;
}

/** Whether the tests use the machine's own fonts (`TEST_FONTS=system`): a report then, not a verdict. */
export const usesSystemFonts = (): boolean => process.env['TEST_FONTS'] === 'system';

/** The fonts in one line: families, and the packages with their versions. */
export function describeFonts(): string {
  if (usesSystemFonts()) return 'those of this machine';
  return PACKAGES.map((fonts) => `${fonts.families.join(', ')} (${fonts.name} ${versionOf(fonts)})`).join(
    '; ',
  );
}
