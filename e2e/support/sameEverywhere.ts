import type { Page } from '@playwright/test';

/** Where the sky is compared as well, its colours are; elsewhere one colour stands in, or a picture has 350 kB of gradient. */
interface Options {
  isSkyShown?: boolean;
}

/**
 * Takes out of the page what belongs to the machine or to chance and not to the site, so that its picture is the same
 * everywhere:
 *
 * - Running text wears the system's own face (`--font-body`), and machines have different ones. It gets the face that
 *   the site brings along for its headings; what already wears a face of the site's keeps it.
 * - Emoji and other signs that no face of the site's has are drawn by the system: a dot stands in their place.
 * - The stars stand where chance has put them: they are not shown.
 */
export async function makeSameEverywhere(page: Page, { isSkyShown = false }: Options = {}): Promise<void> {
  await page.evaluate(async (isFlat) => {
    const own = ['Outfit', 'Press Start 2P', 'VT323'];
    const foreign = /[^\s\u0020-\u00ff\u2010-\u2027]+/gu;
    const flat = [
      "[class*='SkyLayer'] { display: none !important }",
      ":root:not([data-sky='none'])::before { background: var(--sky-middle) !important }",
    ];
    const always = [
      'canvas { visibility: hidden !important }',
      // Letters stand where their outlines say; else the system's settings round each of them to a whole pixel.
      '* { text-rendering: geometricPrecision !important }',
    ];
    for (const rule of [...always, ...(isFlat ? flat : [])]) {
      document.styleSheets[0]?.insertRule(rule);
    }
    for (const element of document.querySelectorAll<HTMLElement | SVGElement>('body *')) {
      const [face = ''] = getComputedStyle(element).fontFamily.split(',');
      if (!own.includes(face.replaceAll(/["']/g, '').trim())) {
        element.style.setProperty('font-family', 'Outfit', 'important');
      }
    }
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      if (node instanceof Text) node.data = node.data.replaceAll(foreign, '•');
    }
    await document.fonts.load('1rem Outfit');
    await document.fonts.ready;
  }, !isSkyShown);
}
