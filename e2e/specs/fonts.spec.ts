import type { Page } from '@playwright/test';
import { describeRun } from '../support/describeRun.ts';
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
  'ui-monospace': 'DejaVu Sans Mono',
  Arial: 'Arimo',
  Helvetica: 'Arimo',
  "'Liberation Sans'": 'Arimo',
  Roboto: 'DejaVu Sans',
  "'Segoe UI'": 'DejaVu Sans',
  "'Times New Roman'": 'DejaVu Sans',
  "'DejaVu Serif'": 'DejaVu Sans',
  "'Courier New'": 'DejaVu Sans Mono',
  "'URW Gothic', monospace": 'DejaVu Sans Mono',
  'C059, system-ui': 'DejaVu Sans',
  "'No such face'": 'DejaVu Sans',
} as const;

const PANGRAM = 'Sphinx of black quartz, judge my vow';
/** The text face has a black sun of its own. */
const EMOJI = '🚀🔥👩‍🚀🇸🇬🏋️☀️';

/** Shows each text in a paragraph of its own, in the font that stands beside it. */
const show = (page: Page, texts: readonly (readonly [font: string, text: string])[]) =>
  page.evaluate((all) => {
    for (const [font, text] of all) {
      const paragraph = document.createElement('p');
      paragraph.style.cssText = `inline-size: max-content; font: ${font}; text-rendering: geometricPrecision`;
      paragraph.textContent = text;
      document.body.append(paragraph);
    }
  }, texts);

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

const widthsOf = (page: Page) =>
  page.locator('p').evaluateAll((all) => all.map((each) => Math.round(each.getBoundingClientRect().width)));

test('whatever face a page asks for, it gets one that the tests bring', async ({ page }) => {
  await show(
    page,
    Object.keys(FACES).map((family) => [`16px ${family}`, PANGRAM]),
  );
  const faces = await facesOf(page);
  expect(Object.fromEntries(Object.keys(FACES).map((family, index) => [family, faces[index]]))).toEqual(
    FACES,
  );
});

test('words, signs and emoji are as wide as on any other machine', async ({ page }) => {
  const texts = [
    ['20px system-ui', PANGRAM],
    ['700 20px system-ui', PANGRAM],
    ['20px Arial', PANGRAM],
    ['20px monospace', PANGRAM],
    ['20px system-ui', EMOJI],
    ['20px system-ui', '☆★✓→…'],
  ] as const;
  await show(page, texts);
  expect((await facesOf(page)).slice(-2)).toEqual(['Noto Color Emoji', 'DejaVu Sans']);
  expect(await widthsOf(page)).toEqual([377, 424, 330, 433, 149, 89]);
});

test('a run says which browser and fonts it stands on', ({ browser }) => {
  const [browsers, fonts] = describeRun().split('\n');
  expect(browsers).toContain(browser.version());
  expect(fonts).toBe(
    'Fonts: DejaVu Sans, DejaVu Sans Mono (dejavu-fonts-ttf 2.37.3); Arimo (@expo-google-fonts/arimo 0.4.3); ' +
      'Noto Color Emoji (@expo-google-fonts/noto-color-emoji 0.4.6)',
  );
});
