import { expect, type Page } from '@playwright/test';

/** Marks controls, and boxes that look like a card: rounded, with a background or a shadow of their own. */
async function markSurfaces(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const element of document.body.querySelectorAll<HTMLElement>('*')) {
      if (element.closest('[aria-hidden="true"], svg') || !element.checkVisibility()) continue;
      const style = getComputedStyle(element);
      const isPainted =
        style.backgroundImage !== 'none' ||
        !/rgba\(0, 0, 0, 0\)|transparent/.test(style.backgroundColor) ||
        style.boxShadow !== 'none';
      // Menu items need no edge: the menu has one.
      const isShown = element.offsetWidth > 2 && element.offsetHeight > 2;
      const isControl = isShown && element.matches('button:not([role="menuitem"]), input, select, textarea');
      const isLarge = element.offsetWidth > 40 && element.offsetHeight > 20;
      if (isControl || (isPainted && isLarge && Number.parseFloat(style.borderTopLeftRadius) >= 4)) {
        element.dataset['surface'] = '';
      }
    }
  });
}

/** Returns the marked elements without an edge, and the controls without a focus ring, in forced colours. */
async function missingEdges(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const nameOf = (element: Element) =>
      `${element.tagName.toLowerCase()}.${String(element.className)} "${(element.getAttribute('aria-label') ?? element.textContent).trim().slice(0, 40)}"`;
    const found: string[] = [];
    for (const element of document.body.querySelectorAll<HTMLElement>('[data-surface]')) {
      // It is shown on hover only, and the change of colours may have ended the hover.
      if (element.offsetHeight <= 2) continue;
      const style = getComputedStyle(element);
      const hasBorder = (['Top', 'Bottom', 'Left', 'Right'] as const).some(
        (side) =>
          style[`border${side}Style`] !== 'none' &&
          Number.parseFloat(style[`border${side}Width`]) >= 1 &&
          !/^rgba\(.*, 0\)$/.test(style[`border${side}Color`]),
      );
      const isDrawnByBrowser = element.matches('input') && style.appearance !== 'none';
      // A button inside a sentence looks like a link.
      const isLink = style.textDecorationLine === 'underline';
      if (!hasBorder && !isDrawnByBrowser && !isLink && style.outlineStyle === 'none') {
        found.push(`no edge: ${nameOf(element)}`);
      }
    }
    for (const element of document.body.querySelectorAll<HTMLElement>('a[href], button, input')) {
      if (!element.checkVisibility()) continue;
      element.focus({ focusVisible: true, preventScroll: true });
      // Elements behind a dialog cannot be focused.
      if (document.activeElement !== element) continue;
      const style = getComputedStyle(element);
      if (style.outlineStyle === 'none' || Number.parseFloat(style.outlineWidth) < 2) {
        found.push(`no focus ring: ${nameOf(element)}`);
      }
    }
    return found;
  });
}

/**
 * Expects that in forced colours every control, field and card has an edge, and every focused control a focus ring. Moves
 * the focus from one control to the next, which may close menus and popovers.
 */
export async function expectEdges(page: Page): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await markSurfaces(page);
  await page.emulateMedia({ colorScheme: 'light', forcedColors: 'active', reducedMotion: 'reduce' });
  const name = 'in forced colours every control, field and card has an edge, and the focus its ring';
  expect.soft(await missingEdges(page), name).toEqual([]);
}
