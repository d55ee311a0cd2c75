import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';

const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

export const LAPTOP = { width: 1280, height: 900 };
const PHONE = { width: 320, height: 640 };

/** Returns the violations of axe's rules, one line for each element. */
async function axeViolations(page: Page, excludedRules: readonly string[]): Promise<string[]> {
  // Parsing its half megabyte takes a quarter of the time of a run.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  const options: axe.RunOptions = {
    // Passed rules need no description: creating one for each element takes longer than checking it.
    resultTypes: ['violations'],
    rules: Object.fromEntries(excludedRules.map((rule) => [rule, { enabled: false }])),
  };
  return page.evaluate(async (runOptions) => {
    // Injected above.
    const { axe: injected } = window as unknown as { axe: typeof axe };
    const { violations } = await injected.run(runOptions);
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary = '' }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
    );
  }, options);
}

/**
 * Expects no violations of axe's rules on a laptop and on the narrowest phone, light and dark; with `turn`, a number, in one
 * of these four views: neighbouring states show much the same. In both windows nothing is cut off.
 */
export async function expectAccessible(
  page: Page,
  state: string,
  turn?: number,
  excludedRules: readonly string[] = [],
): Promise<void> {
  let view = 0;
  for (const size of [LAPTOP, PHONE]) {
    await page.setViewportSize(size);
    for (const colorScheme of ['light', 'dark'] as const) {
      const isWanted = turn === undefined || turn % 4 === view;
      view += 1;
      if (!isWanted) continue;
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      const message = `${state}: ${size.width} px, ${colorScheme}`;
      expect.soft(await axeViolations(page, excludedRules), message).toEqual([]);
    }
    await expectNothingCutOff(page, `${state}: ${size.width} px`);
  }
}

/** The ways to enlarge a page: the browser's zoom makes its window smaller; some people enlarge only the letters. */
const ENLARGED = [
  { view: 'letters of twice the size on a small phone', size: PHONE, letters: '200%' },
  { view: 'letters of twice the size on a desktop', size: LAPTOP, letters: '200%' },
  { view: 'a window of 1280 px at 200 %', size: { width: 640, height: 450 }, letters: '' },
  { view: 'a window of 1280 px at 400 %', size: { width: 320, height: 256 }, letters: '' },
];

/** Expects that nothing is cut off in the first of the enlarged views and in one other, in turn. */
export async function expectReadable(page: Page, state: string, turn: number): Promise<void> {
  for (const [index, { view, size, letters }] of ENLARGED.entries()) {
    if (index !== 0 && index !== 1 + (turn % 3)) continue;
    // Before the window is resized, so that open popovers are positioned for both changes.
    await page.evaluate((fontSize) => void (document.documentElement.style.fontSize = fontSize), letters);
    await page.setViewportSize(size);
    await expectNothingCutOff(page, `${state}: ${view}`);
  }
  await page.evaluate(() => void (document.documentElement.style.fontSize = ''));
}

/** How many pixels the page could be scrolled sideways. */
export const sidewaysExcess = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

async function expectNothingCutOff(page: Page, view: string): Promise<void> {
  const message = `${view}: nothing is cut off, pushed out of the window or laid over another`;
  // Popovers are repositioned a moment after the window was resized.
  const faults = async () => [...(await layoutFaults(page)), await sidewaysExcess(page)];
  await expect.soft.poll(faults, message).toEqual([0]);
}

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

    interface Item {
      node: Node;
      element: Element;
      box: Record<'left' | 'top' | 'right' | 'bottom', number>;
      /** How much of its height may overlap: the space above and below the glyphs. */
      slack: number;
    }
    /** Cuts an item to the part that the elements around it show. Returns what cuts it off for good. */
    const clip = ({ box, slack }: Item, scope: readonly Element[]): string | undefined => {
      let cutBy: string | undefined;
      for (const [start, end, overflow, most] of [
        ['left', 'right', 'overflowX', 1],
        ['top', 'bottom', 'overflowY', slack],
      ] as const) {
        let canScroll = false;
        for (const outer of scope) {
          const style = getComputedStyle(outer);
          if (style[overflow] === 'visible' || style.display === 'inline') continue;
          // A name that ends in an ellipsis is shown whole elsewhere.
          canScroll ||= /auto|scroll/.test(style[overflow]) || style.textOverflow === 'ellipsis';
          const edge = outer.getBoundingClientRect();
          if (!canScroll && (box[start] < edge[start] - most || box[end] > edge[end] + most))
            cutBy ??= nameOf(outer);
          box[start] = Math.max(box[start], edge[start]);
          box[end] = Math.min(box[end], edge[end]);
        }
        if (start === 'left' && !canScroll && (box.left < -1 || box.right > innerWidth + 1))
          cutBy ??= 'the window';
      }
      return cutBy;
    };

    const words: Item[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    while (texts.nextNode()) {
      const node = texts.currentNode;
      const element = node.parentElement;
      if (!element || !node.textContent?.trim() || !isShown(element)) continue;
      range.selectNodeContents(node);
      for (const { left, top, right, bottom } of range.getClientRects()) {
        const word = { node, element, box: { left, top, right, bottom }, slack: (bottom - top) / 4 };
        const cutBy = clip(word, scopeOf(element));
        if (cutBy) found.add(`${nameOf(node)} is cut off by ${cutBy}`);
        words.push(word);
      }
    }
    const controls: Item[] = [];
    for (const element of document.body.querySelectorAll('a[href], button, input, select, textarea')) {
      if (!isShown(element)) continue;
      const { paddingLeft, paddingRight } = getComputedStyle(element);
      const [start, end] = element.matches('input') ? [paddingLeft, paddingRight] : ['0', '0'];
      for (const { left, top, right, bottom } of element.getClientRects()) {
        const box = {
          left: left + Number.parseFloat(start),
          top,
          right: right - Number.parseFloat(end),
          bottom,
        };
        const control = { node: element, element, box, slack: 0 };
        clip(control, scopeOf(element.parentElement));
        controls.push(control);
      }
    }
    for (const [index, { element, box }] of controls.entries()) {
      for (const other of [...controls.slice(index + 1), ...words]) {
        if (element.contains(other.element)) continue;
        const width = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
        const height = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top);
        if (width > 2 && height > 2 + other.slack && layerOf(element) === layerOf(other.element))
          found.add(`${nameOf(element)} lies over ${nameOf(other.node)}`);
      }
    }
    return [...found];
  });

/** Expects that in forced colours every control, field and card has an edge. */
export async function expectEdges(page: Page, state: string): Promise<void> {
  /** Controls, and boxes that look like a card: rounded, with a background or a shadow of their own. */
  const surfaces = await page.evaluateHandle(() =>
    [...document.body.querySelectorAll<HTMLElement>('*')].filter((element) => {
      if (element.closest('[aria-hidden="true"], svg') || !element.checkVisibility()) return false;
      const style = getComputedStyle(element);
      const isPainted =
        style.backgroundImage !== 'none' ||
        !/rgba\(0, 0, 0, 0\)|transparent/.test(style.backgroundColor) ||
        style.boxShadow !== 'none';
      const isCard = isPainted && Number.parseFloat(style.borderTopLeftRadius) >= 4;
      const { offsetWidth: width, offsetHeight: height } = element;
      // Menu items need no edge: the menu has one.
      if (element.matches('button:not([role="menuitem"]), input, select, textarea'))
        return width > 2 && height > 2;
      return isCard && width > 40 && height > 20;
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
  await page.emulateMedia({ forcedColors: null });
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
