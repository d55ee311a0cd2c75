import type { Page } from '@playwright/test';
import { describeRun } from '../support/chromium.ts';
import { expect, test } from '../support/test.ts';

// The tests bring their fonts: docs/decisions/028-fonts-of-the-tests.md. What a machine has installed makes no difference,
// so these names and widths are the same on every machine.

/** What a page asks for, and the face it gets. Some stand for what machines have and the tests do not. */
const FACES = {
  'system-ui': 'DejaVu Sans',
  serif: 'DejaVu Sans',
  // Chromium on Linux asks for Arial when it is asked for this one.
  'sans-serif': 'Arimo',
  monospace: 'DejaVu Sans Mono',
  Arial: 'Arimo',
  Roboto: 'DejaVu Sans',
  "'Times New Roman'": 'DejaVu Sans',
  "'URW Gothic', monospace": 'DejaVu Sans Mono',
  "'No such face'": 'DejaVu Sans',
} as const;

const EXACT = 'text-rendering: geometricPrecision';
const PANGRAM = 'Sphinx of black quartz, judge my vow';
/** The text face has a black sun of its own. */
const EMOJI = '🚀🔥👩‍🚀🇸🇬🏋️☀️';

/** Shows each text in a paragraph of its own, in the font that stands beside it. */
const show = (page: Page, texts: readonly (readonly [font: string, text: string])[]) =>
  page.setContent(
    texts
      .map(([font, text]) => `<p style="inline-size: max-content; font: ${font}; ${EXACT}">${text}</p>`)
      .join(''),
  );

/** The faces that the letters of each paragraph were drawn with, as the browser tells. */
async function facesOf(page: Page): Promise<string[]> {
  const protocol = await page.context().newCDPSession(page);
  await protocol.send('DOM.enable');
  await protocol.send('CSS.enable');
  const { root } = await protocol.send('DOM.getDocument');
  const { nodeIds } = await protocol.send('DOM.querySelectorAll', { nodeId: root.nodeId, selector: 'p' });
  const answers = await Promise.all(
    nodeIds.map((nodeId) => protocol.send('CSS.getPlatformFontsForNode', { nodeId })),
  );
  return answers.map(({ fonts }) => fonts.map(({ familyName }) => familyName).join(' and '));
}

test('whatever face a page asks for, it gets one that the tests bring', async ({ page }) => {
  const asked = Object.keys(FACES).map((family) => [`16px ${family}`, PANGRAM] as const);
  await show(page, asked);
  expect(await facesOf(page)).toEqual(Object.values(FACES));
});

test('words, signs and emoji are as wide as on any other machine', async ({ page }) => {
  await show(page, [
    ['20px system-ui', PANGRAM],
    ['700 20px system-ui', PANGRAM],
    ['20px Arial', PANGRAM],
    ['20px monospace', PANGRAM],
    ['20px system-ui', EMOJI],
    ['20px system-ui', '☆★✓→…'],
  ]);
  expect((await facesOf(page)).slice(-2)).toEqual(['Noto Color Emoji', 'DejaVu Sans']);
  const widths = page
    .locator('p')
    .evaluateAll((all) => all.map((each) => Math.round(each.getBoundingClientRect().width)));
  expect(await widths).toEqual([377, 424, 330, 433, 149, 89]);
});

test('a run says which browser and fonts it stands on', ({ browser }) => {
  const [browsers, fonts] = describeRun().split('\n');
  expect(browsers).toContain(browser.version());
  expect(fonts).toBe(
    'Fonts: DejaVu Sans, DejaVu Sans Mono (dejavu-fonts-ttf 2.37.3); Arimo (@expo-google-fonts/arimo 0.4.3); ' +
      'Noto Color Emoji (@expo-google-fonts/noto-color-emoji 0.4.6)',
  );
});

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
    ['Outfit', 'Outfit Name Fallback', 'Better Space', 1, 0.02],
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
