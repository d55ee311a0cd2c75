import { expect, type Page } from '@playwright/test';
import { isLong } from './longForm.ts';

/** The ways to enlarge a page: the browser's zoom, or a larger font size alone. */
const VIEWS: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  'a window of 1280 px at 200 %': (page) => page.setViewportSize({ width: 640, height: 450 }),
  'a window of 1280 px at 400 %': (page) => page.setViewportSize({ width: 320, height: 256 }),
  'a small phone': (page) => page.setViewportSize({ width: 320, height: 640 }),
  'letters of twice the size on a desktop': async (page) => {
    await doubleFontSize(page);
    await page.setViewportSize({ width: 1280, height: 900 });
  },
  'letters of twice the size on a small phone': async (page) => {
    await doubleFontSize(page);
    await page.setViewportSize({ width: 320, height: 640 });
  },
};

/** Called before the window is resized, so that open popovers are positioned for both changes. */
const doubleFontSize = (page: Page) =>
  page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });

/** All views with `npm run e2e -- accessibility --long`; otherwise the last, and one other by index. */
const viewsInTurn = (index: number) => {
  const views = Object.entries(VIEWS);
  if (isLong) return views;
  return views.filter((_, turn) => turn === index % (views.length - 1) || turn === views.length - 1);
};

/**
 * Expects that nothing is cut off, pushed out of the window or overlapping in enlarged views. Restores the desktop view at
 * the end. Takes the state's index in the list of states.
 */
export async function expectNothingCutOff(page: Page, index: number): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  for (const [view, enlarge] of viewsInTurn(index)) {
    await enlarge(page);
    // Popovers are repositioned a moment after the window was resized.
    await expect.soft
      .poll(() => layoutFaults(page), `nothing is cut off, pushed out or laid over another: ${view}`)
      .toEqual([]);
  }
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'));
  await page.setViewportSize({ width: 1280, height: 900 });
}

/**
 * Finds layout faults, one line for each: the page scrolls sideways, text is cut off or outside the window, or text or a
 * control overlaps another control. Ignores decoration and text for screen readers (aria-hidden, boxes of two pixels),
 * content that can be scrolled into view, overlaps with another layer (fixed, sticky, a popover), and a button inside the
 * padding of a field.
 */
async function layoutFaults(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    // Two frames: in the first the page's scripts see the new size, in the second it is painted.
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    const found = new Set<string>();
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth) found.add(`${scrollWidth - clientWidth} px to scroll sideways`);

    interface Box {
      left: number;
      top: number;
      right: number;
      bottom: number;
    }
    interface Item {
      name: string;
      element: Element;
      layer: Element | null;
      box: Box;
      /** How much of its height may overlap: the space above and below the glyphs. */
      slack: number;
    }
    const short = (words: string | null) => `"${(words ?? '').replaceAll(/\s+/g, ' ').trim().slice(0, 40)}"`;
    const nameOf = (element: Element) =>
      `${element.tagName.toLowerCase()} ${short(element.getAttribute('aria-label') ?? element.textContent)}`;
    const isInTopLayer = (element: Element) => element.matches(':popover-open, :modal');
    const isShown = (element: Element) => {
      const { width, height } = element.getBoundingClientRect();
      return (
        (width > 2 || height > 2) &&
        element.closest('[aria-hidden="true"]') === null &&
        element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
      );
    };

    const layerOf = (element: Element): Element | null => {
      for (let layer: Element | null = element; layer; layer = layer.parentElement) {
        if (isInTopLayer(layer) || /^(fixed|sticky)$/.test(getComputedStyle(layer).position)) return layer;
      }
      return null;
    };

    /** The part of a box that its ancestors from `around` outwards leave visible, and the one that cuts it off for good. */
    const visiblePartOf = (whole: Box, around: Element | null): { box: Box; cutBy?: string } => {
      const box: Box = { ...whole };
      let cutBy: string | undefined;
      let canScrollX = false;
      let canScrollY = false;
      // The space above and below the glyphs may be clipped.
      const slack = (whole.bottom - whole.top) / 4;
      for (let clip = around; clip && clip !== document.body; clip = clip.parentElement) {
        const { overflowX, overflowY, display } = getComputedStyle(clip);
        const outer = clip.getBoundingClientRect();
        const left = outer.left + clip.clientLeft;
        const top = outer.top + clip.clientTop;
        const right = left + clip.clientWidth;
        const bottom = top + clip.clientHeight;
        canScrollX ||= /auto|scroll/.test(overflowX);
        canScrollY ||= /auto|scroll/.test(overflowY);
        if (overflowX !== 'visible' && display !== 'inline') {
          if (!canScrollX && (box.left < left - 1 || box.right > right + 1)) cutBy ??= nameOf(clip);
          box.left = Math.max(box.left, left);
          box.right = Math.min(box.right, right);
        }
        if (overflowY !== 'visible' && display !== 'inline') {
          if (!canScrollY && (box.top < top - slack || box.bottom > bottom + slack)) cutBy ??= nameOf(clip);
          box.top = Math.max(box.top, top);
          box.bottom = Math.min(box.bottom, bottom);
        }
        if (isInTopLayer(clip)) break;
      }
      if (!canScrollX && (box.left < -1 || box.right > clientWidth + 1)) cutBy ??= 'the window';
      return cutBy === undefined ? { box } : { box, cutBy };
    };

    const words: Item[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    while (texts.nextNode()) {
      const text = texts.currentNode;
      const element = text.parentElement;
      if (!element || !text.textContent?.trim() || !isShown(element)) continue;
      range.selectNodeContents(text);
      for (const { left, top, right, bottom } of range.getClientRects()) {
        const { box, cutBy } = visiblePartOf({ left, top, right, bottom }, element);
        const name = short(text.textContent);
        if (cutBy !== undefined) found.add(`${name} is cut off by ${cutBy}`);
        words.push({ name, element, layer: layerOf(element), box, slack: (bottom - top) / 4 });
      }
    }

    const controls: Item[] = [];
    for (const element of document.body.querySelectorAll('a[href], button, input, select, textarea')) {
      if (!isShown(element)) continue;
      const style = getComputedStyle(element);
      const [start, end] = element.matches('input')
        ? [Number.parseFloat(style.paddingLeft), Number.parseFloat(style.paddingRight)]
        : [0, 0];
      for (const { left, top, right, bottom } of element.getClientRects()) {
        const { box } = visiblePartOf(
          { left: left + start, top, right: right - end, bottom },
          element.parentElement,
        );
        controls.push({ name: nameOf(element), element, layer: layerOf(element), box, slack: 0 });
      }
    }

    for (const [index, { name, element, layer, box }] of controls.entries()) {
      for (const other of [...controls.slice(index + 1), ...words]) {
        if (layer !== other.layer || element.contains(other.element)) continue;
        const width = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
        const height = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top);
        if (width > 2 && height > 2 + other.slack) found.add(`${name} lies over ${other.name}`);
      }
    }
    return [...found];
  });
}
