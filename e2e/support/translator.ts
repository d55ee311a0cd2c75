import type { Page } from '@playwright/test';

/**
 * When the page is translated: before its scripts run, node by node while React hydrates it, or when the test calls
 * `translate`.
 */
export type TranslationTime = 'at load' | 'during hydration' | 'later';

/**
 * Does what Chrome's translator does to a page: it replaces each text node by `<font><font>text</font></font>`, except below
 * `translate="no"`, and goes on with every text that comes later. The text stays the same, so that tests can read it.
 */
export async function installTranslator(page: Page, time: TranslationTime): Promise<void> {
  await page.addInitScript((when: TranslationTime) => {
    const LEFT_ALONE = 'font, script, style, noscript, textarea, svg, [translate="no"]';
    const isReactKey = (key: string) => key.startsWith('__react');

    function translateNode(text: Node): void {
      const parent = text.parentElement;
      if (!parent || parent.closest(LEFT_ALONE) || !text.nodeValue?.trim()) return;
      const outer = document.createElement('font');
      outer.appendChild(document.createElement('font')).textContent = text.nodeValue;
      parent.replaceChild(outer, text);
    }

    /** The text nodes below a node; with `isHydrated` only those that React knows already. */
    function textsBelow(root: Node, isHydrated = false): Node[] {
      if (root.nodeType === Node.TEXT_NODE) return [root];
      const texts: Node[] = [];
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) texts.push(walker.currentNode);
      return isHydrated
        ? texts.filter(({ parentElement }) => parentElement && Object.keys(parentElement).some(isReactKey))
        : texts;
    }

    let isStarted = false;
    function start(): void {
      if (isStarted) return;
      isStarted = true;
      textsBelow(document.body).forEach(translateNode);
      new MutationObserver((mutations) => {
        for (const { target, type, addedNodes } of mutations) {
          const nodes = type === 'characterData' ? [target] : [...addedNodes];
          nodes.flatMap((node) => textsBelow(node)).forEach(translateNode);
        }
      }).observe(document.body, { childList: true, characterData: true, subtree: true });
    }

    if (when === 'at load') document.addEventListener('readystatechange', start, { once: true });
    if (when === 'later') addEventListener('translate', start);
    if (when === 'during hydration') {
      // React posts a message before each slice of its work.
      const { postMessage } = MessagePort.prototype;
      MessagePort.prototype.postMessage = function post(this: MessagePort, message: unknown) {
        postMessage.call(this, message);
        const root = document.getElementById('root');
        if (!root || !Object.keys(root).some(isReactKey)) return;
        const { prerendered } = document.documentElement.dataset;
        if (prerendered === undefined) start();
        else textsBelow(root, true).forEach(translateNode);
      };
    }
  }, time);
}

/** Translates the page now, and whatever it shows from now on. */
export const translate = (page: Page) => page.evaluate(() => void dispatchEvent(new Event('translate')));
