import type { Page } from '@playwright/test';
import { expect, test } from '../support/test.ts';

// Until a face of the site's has arrived, one of the machine's replaces it: one as wide as Arial or Courier where there
// is one, else DejaVu. Browsers use the first; here each that the tests bring is looked at alone: Arimo and DejaVu.

/** How wide words are in each stand-in that this machine has, as a share of their width in the face itself. */
const sharesOf = (page: Page, face: string, standIn: string, words: string) =>
  page.evaluate(
    async ([own, family, text]) => {
      const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
      const faces = rules.filter(
        (rule) =>
          rule instanceof CSSFontFaceRule &&
          rule.style.getPropertyValue('font-family').replaceAll(/["']/g, '') === family,
      );
      const sheet = document.styleSheets[0];
      for (const [index, { cssText }] of faces.entries()) {
        sheet?.insertRule(cssText.replace(/(font-family:\s*)[^;]+/, `$1"Alone ${family} ${index}"`));
      }
      await document.fonts.load(`16px "${own}"`, text);
      const widthIn = (name: string) => {
        const line = document.createElement('span');
        line.style.cssText = `position: absolute; font: 400 100px "${name}"; white-space: nowrap; text-rendering: geometricPrecision`;
        line.textContent = text;
        document.body.append(line);
        const { width } = line.getBoundingClientRect();
        line.remove();
        return width;
      };
      const shares: number[] = [];
      for (const index of faces.keys()) {
        const name = `Alone ${family} ${index}`;
        // Rejects where the machine has none of its faces.
        const isThere = await document.fonts.load(`16px "${name}"`, text).then(
          () => true,
          () => false,
        );
        if (isThere) shares.push(widthIn(name) / widthIn(own));
      }
      return shares;
    },
    [face, standIn, words] as const,
  );

/** By page: the face, its stand-in, words, how many of its faces the tests bring, and within what they are as wide. */
const CASES = {
  '/': [
    ['Outfit', 'Outfit Name Fallback', 'Better Space', 2, 0.02],
    ['Outfit', 'Outfit Fallback', 'Tap into a Better Space', 2, 0.03],
  ],
  '/retro': [
    ['Press Start 2P', 'Press Start 2P Fallback', 'START FREE', 1, 0.002],
    ['VT323', 'VT323 Fallback', 'Choose your plan', 1, 0.002],
  ],
} as const;

for (const [path, cases] of Object.entries(CASES)) {
  test(`until the faces of ${path} have come, words are as wide in each stand-in`, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    for (const [face, standIn, words, brought, within] of cases) {
      const shares = await sharesOf(page, face, standIn, words);
      expect.soft(shares, standIn).toHaveLength(brought);
      for (const share of shares) expect.soft(Math.abs(share - 1), standIn).toBeLessThan(within);
    }
  });
}
