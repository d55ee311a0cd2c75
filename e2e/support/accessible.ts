import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';
import { letFramesPass } from './motion.ts';

const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

export const LAPTOP = { width: 1280, height: 900 };
export const PHONE = { width: 320, height: 640 };

const COLOURS = (['light', 'dark'] as const).flatMap((colorScheme) =>
  [LAPTOP, PHONE].map((size) => ({ size, colorScheme })),
);
/** The last two are a laptop's window at 200 % and 400 %: the browser's zoom makes its window smaller. */
const SIZES = [LAPTOP, PHONE, { width: 640, height: 450 }, { width: 320, height: 256 }];

/** Shows the page in a window and in light or dark colours, no longer forced. Both at once: the CPU paints it a single time. */
export const showIn = (page: Page, size: typeof LAPTOP, colorScheme: 'light' | 'dark' = 'light') => {
  const media = { colorScheme, forcedColors: null, reducedMotion: 'reduce' } as const;
  return Promise.all([page.setViewportSize(size), page.emulateMedia(media)]);
};

/**
 * Expects no violations of axe's rules on a laptop and on the narrowest phone, light and dark; and that nothing is cut off in
 * both, zoomed, and with letters of twice the size. With `turn`, a number, some of these views take turns: neighbouring
 * states show much the same.
 */
export async function expectAccessible(
  page: Page,
  state: string,
  turn?: number,
  excludedRules: readonly string[] = [],
): Promise<void> {
  const inTurn = <View>(views: View[]) =>
    views.filter((_, index) => turn === undefined || index === turn % views.length);
  for (const { size, colorScheme } of inTurn(COLOURS)) {
    await showIn(page, size, colorScheme);
    const message = `${state}: ${size.width} px, ${colorScheme}`;
    expect.soft(await axeViolations(page, excludedRules), message).toEqual([]);
  }
  // Some people enlarge only the letters. In turns, a state is seen in a wide and in a narrow window, one of them enlarged.
  const enlarged = [PHONE, LAPTOP].map((size) => ({ size, letters: '200%' }));
  const usual = SIZES.map((size) => ({ size, letters: '' }));
  for (const { size, letters } of [...inTurn(usual), ...inTurn(enlarged)]) {
    // Before the window is resized, so that open popovers are positioned for both changes.
    await page.evaluate((fontSize) => void (document.documentElement.style.fontSize = fontSize), letters);
    await page.setViewportSize(size);
    const message = `${state}: ${size.width} px ${letters}: nothing is cut off, pushed out of the window or laid over another`;
    // Popovers are repositioned a moment after the window was resized.
    const faults = async () => [...(await layoutFaults(page)), await sidewaysExcess(page)];
    await expect.soft.poll(faults, message).toEqual([0]);
  }
  await page.evaluate(() => void (document.documentElement.style.fontSize = ''));
}

/** Returns the violations of axe's rules, one line for each element. */
async function axeViolations(page: Page, excludedRules: readonly string[]): Promise<string[]> {
  // Parsing its half megabyte takes a quarter of the time of a run.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  // A row that scrolls becomes a region once its size is observed, in the frame after the window was resized, and rendered.
  await letFramesPass(page, 2);
  return page.evaluate(async (excluded) => {
    await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1_000 }));
    const { axe: injected } = window as unknown as { axe: typeof axe }; // injected above
    const { violations } = await injected.run({
      // Passed rules need no description: creating one for each element takes longer than checking it.
      resultTypes: ['violations'],
      // No rule that is on reads the style sheets, which it would fetch again.
      preload: false,
      rules: Object.fromEntries(excluded.map((rule) => [rule, { enabled: false }])),
    });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary = '' }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
    );
  }, excludedRules);
}

/** How many pixels the page could be scrolled sideways. */
export const sidewaysExcess = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/**
 * Finds text that is cut off or outside the window, and controls over which text or another control lies, one line for each.
 * Ignores decoration and text for screen readers (aria-hidden, boxes of two pixels), what can be scrolled into view, what lies
 * in another layer (fixed, sticky, a popover), and a button inside the padding of a field.
 */
const layoutFaults = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    // Two frames: in the first the page's scripts see the new size, in the second it is painted.
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    const found = new Set<string>();
    const nameOf = (node: Node) => {
      const label = node instanceof Element ? node.getAttribute('aria-label') : null;
      return `${node.nodeName} "${(label ?? node.textContent ?? '').replaceAll(/\s+/g, ' ').trim().slice(0, 40)}"`;
    };
    const isInTopLayer = (element: Element) => element.matches(':popover-open, :modal');
    /** An element and what is around it, up to its popover, its dialog or the body. */
    const scopeOf = (element: Element | null): Element[] => {
      if (!element || element === document.body) return [];
      return [element, ...(isInTopLayer(element) ? [] : scopeOf(element.parentElement))];
    };
    const layerOf = (element: Element) =>
      scopeOf(element).find(
        (outer) => isInTopLayer(outer) || /^(fixed|sticky)$/.test(getComputedStyle(outer).position),
      );
    const isShown = (element: Element) => {
      const { width, height } = element.getBoundingClientRect();
      return (
        (width > 2 || height > 2) &&
        element.closest('[aria-hidden="true"]') === null &&
        element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
      );
    };

    /** Each visible rectangle of a control or of a text. */
    type Item = Record<'left' | 'right' | 'top' | 'bottom', number> & { node: Node; element: Element };
    const items: Item[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    const NO_PADDING = { paddingLeft: '0', paddingRight: '0' };
    while (walker.nextNode()) {
      const node = walker.currentNode;
      const element = node instanceof Element ? node : node.parentElement;
      const isControl = node instanceof Element && node.matches('a[href], button, input, select, textarea');
      const isText = node instanceof Text && node.data.trim() !== '';
      if (!element || !(isControl || isText) || !isShown(element)) continue;
      range.selectNodeContents(node);
      const isField = isControl && element.matches('input');
      const { paddingLeft, paddingRight } = isField ? getComputedStyle(element) : NO_PADDING;
      for (const { left, top, right, bottom } of (isControl ? element : range).getClientRects()) {
        // The space above and below the glyphs may be cut off, and overlap.
        const slack = isControl ? 0 : (bottom - top) / 4;
        const item = {
          ...{ node, element, top: top + slack, bottom: bottom - slack },
          ...{ left: left + Number.parseFloat(paddingLeft), right: right - Number.parseFloat(paddingRight) },
        };
        // Shrinks it to the part that the elements around it show.
        for (const [start, end, overflow] of [
          ['left', 'right', 'overflowX'],
          ['top', 'bottom', 'overflowY'],
        ] as const) {
          let [cutBy, canScroll] = ['', false];
          for (const outer of scopeOf(isControl ? element.parentElement : element)) {
            const { [overflow]: kind, display, textOverflow } = getComputedStyle(outer);
            if (kind === 'visible' || display === 'inline') continue;
            // A name that ends in an ellipsis is shown whole elsewhere.
            canScroll ||= /auto|scroll/.test(kind) || textOverflow === 'ellipsis';
            const edge = outer.getBoundingClientRect();
            if (!canScroll && (item[start] < edge[start] - 1 || item[end] > edge[end] + 1))
              cutBy ||= nameOf(outer);
            item[start] = Math.max(item[start], edge[start]);
            item[end] = Math.min(item[end], edge[end]);
          }
          if (start === 'left' && !canScroll && (item.left < -1 || item.right > innerWidth + 1))
            cutBy ||= 'the window';
          if (cutBy && !isControl) found.add(`${nameOf(node)} is cut off by ${cutBy}`);
        }
        items.push(item);
      }
    }
    const controls = items.filter(({ node, element }) => node === element);
    for (const control of controls)
      for (const other of items) {
        if (control.element.contains(other.element)) continue;
        const width = Math.min(control.right, other.right) - Math.max(control.left, other.left);
        const height = Math.min(control.bottom, other.bottom) - Math.max(control.top, other.top);
        if (width > 2 && height > 2 && layerOf(control.element) === layerOf(other.element))
          found.add(`${nameOf(control.node)} lies over ${nameOf(other.node)}`);
      }
    return [...found];
  });

/** Expects that in forced colours every control, field and card has an edge. The colours stay forced. */
export async function expectEdges(page: Page, state: string): Promise<void> {
  /** Controls, and boxes that look like a card: rounded, with a background or a shadow of their own. */
  const surfaces = await page.evaluateHandle(() =>
    [...document.body.querySelectorAll<HTMLElement>('*')].filter((element) => {
      const { offsetWidth: width, offsetHeight: height } = element;
      if (width <= 2 || height <= 2 || !element.checkVisibility()) return false;
      if (element.closest('[aria-hidden="true"], svg')) return false;
      // Menu items need no edge: the menu has one.
      if (element.matches('button:not([role="menuitem"]), input, select, textarea')) return true;
      const style = getComputedStyle(element);
      const isPainted =
        style.backgroundColor !== 'rgba(0, 0, 0, 0)' ||
        [style.backgroundImage, style.boxShadow].some((value) => value !== 'none');
      return isPainted && Number.parseFloat(style.borderTopLeftRadius) >= 4 && width > 40 && height > 20;
    }),
  );
  await page.emulateMedia({ forcedColors: 'active' });
  const edgeless = await surfaces.evaluate((elements) =>
    elements.flatMap((element) => {
      const style = getComputedStyle(element);
      const hasEdge =
        // It is shown on hover only, and the change of colours may have ended the hover.
        element.offsetHeight <= 2 ||
        (['Top', 'Bottom', 'Left', 'Right'] as const).some(
          (side) =>
            style[`border${side}Style`] !== 'none' &&
            Number.parseFloat(style[`border${side}Width`]) >= 1 &&
            !/^rgba\(.*, 0\)$/.test(style[`border${side}Color`]),
        ) ||
        // Drawn by the browser.
        (element.matches('input') && style.appearance !== 'none') ||
        // A button inside a sentence looks like a link.
        style.textDecorationLine === 'underline' ||
        style.outlineStyle !== 'none';
      return hasEdge ? [] : element.outerHTML.slice(0, 200);
    }),
  );
  expect.soft(edgeless, `${state}: without an edge in forced colours`).toEqual([]);
}

/** Expects that every control has a focus ring. Moves the focus, which may close menus and popovers. */
export async function expectRings(page: Page, state: string): Promise<void> {
  const ringless = await page.evaluate(() =>
    [...document.body.querySelectorAll<HTMLElement>('a[href], button, input')].flatMap((element) => {
      if (!element.checkVisibility()) return [];
      element.focus({ focusVisible: true, preventScroll: true });
      const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(element);
      const hasRing =
        outlineStyle !== 'none' &&
        Number.parseFloat(outlineWidth) >= 2 &&
        !/^(transparent|rgba\(0, 0, 0, 0\))$/.test(outlineColor);
      // Elements behind a dialog cannot be focused.
      return hasRing || document.activeElement !== element ? [] : element.outerHTML.slice(0, 200);
    }),
  );
  expect.soft(ringless, `${state}: without a focus ring`).toEqual([]);
}
