import { ensureChromium, ensureHeadlessChromium, versionOf } from './chromium.ts';
import { describeFonts } from './fonts.ts';

/** What a run of the browser tests stands on, in two lines: the browsers with their versions, and the fonts. */
export function describeRun(): string {
  const [headless, whole] = [ensureHeadlessChromium(), ensureChromium()];
  const besides = whole === headless ? '' : `; for covered tabs ${versionOf(whole)} (${whole})`;
  return `Browser: ${versionOf(headless)} (${headless})${besides}\nFonts: ${describeFonts()}`;
}
