import { expect, type Page } from '@playwright/test';

/** What looks like a surface: a box with round or framed edges and a colour or a shadow of its own. */
async function markSurfaces(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const element of document.body.querySelectorAll<HTMLElement>('*')) {
      if (element.closest('[aria-hidden="true"], svg') || !element.checkVisibility()) continue;
      const style = getComputedStyle(element);
      const isPainted =
        style.backgroundImage !== 'none' ||
        !/rgba\(0, 0, 0, 0\)|transparent/.test(style.backgroundColor) ||
        style.boxShadow !== 'none';
      // The edge of a menu's lines is the menu's.
      const isSeen = element.offsetWidth > 2 && element.offsetHeight > 2;
      const isControl = isSeen && element.matches('button:not([role="menuitem"]), input, select, textarea');
      const isLarge = element.offsetWidth > 40 && element.offsetHeight > 20;
      if (isControl || (isPainted && isLarge && Number.parseFloat(style.borderTopLeftRadius) >= 4)) {
        element.dataset['surface'] = '';
      }
    }
  });
}

/** Which of them, or which focused control, shows no edge now that the system decides the colours. */
async function edgeless(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const nameOf = (element: Element) =>
      `${element.tagName.toLowerCase()}.${String(element.className)} "${(element.getAttribute('aria-label') ?? element.textContent).trim().slice(0, 40)}"`;
    const found: string[] = [];
    for (const element of document.body.querySelectorAll<HTMLElement>('[data-surface]')) {
      // Shown to the mouse alone, which the change of colours may have taken away.
      if (element.offsetHeight <= 2) continue;
      const style = getComputedStyle(element);
      const hasBorder = (['Top', 'Bottom', 'Left', 'Right'] as const).some(
        (side) =>
          style[`border${side}Style`] !== 'none' &&
          Number.parseFloat(style[`border${side}Width`]) >= 1 &&
          !/^rgba\(.*, 0\)$/.test(style[`border${side}Color`]),
      );
      const isDrawnByBrowser = element.matches('input') && style.appearance !== 'none';
      // A button in the middle of a sentence looks as a link does.
      const isLink = style.textDecorationLine === 'underline';
      if (!hasBorder && !isDrawnByBrowser && !isLink && style.outlineStyle === 'none') {
        found.push(`no edge: ${nameOf(element)}`);
      }
    }
    for (const element of document.body.querySelectorAll<HTMLElement>('a[href], button, input')) {
      if (!element.checkVisibility()) continue;
      element.focus({ focusVisible: true, preventScroll: true });
      // Under a dialog nothing takes the focus.
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
 * When the system decides the colours, every control, field and card has an edge, and the focus its ring. Moves the focus
 * from one control to the next: what is open may close.
 */
export async function expectEdges(page: Page): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await markSurfaces(page);
  await page.emulateMedia({ colorScheme: 'light', forcedColors: 'active', reducedMotion: 'reduce' });
  const name = 'in forced colours every control, field and card has an edge, and the focus its ring';
  expect.soft(await edgeless(page), name).toEqual([]);
}
