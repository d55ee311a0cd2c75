import type { Page } from '@playwright/test';

declare global {
  interface Window {
    spaceTouched: { records: MutationRecord[]; observer: MutationObserver };
  }
}

/**
 * Runs something; returns the titles of the task rows in which an element, an attribute or a text changed meanwhile, each
 * once, and of those that came.
 */
export async function rowsTouchedDuring(page: Page, act: () => Promise<unknown>): Promise<string[]> {
  await page.evaluate(() => {
    const records: MutationRecord[] = [];
    const observer = new MutationObserver((batch) => records.push(...batch));
    observer.observe(document.body, {
      subtree: true,
      childList: true,
      attributes: true,
      characterData: true,
    });
    window.spaceTouched = { records, observer };
  });
  await act();
  return page.evaluate(() => {
    const { records, observer } = window.spaceTouched;
    observer.disconnect();
    const nodes = records.flatMap(({ target, addedNodes }) => [target, ...addedNodes]);
    const titles = nodes.flatMap((node) => {
      const element = node instanceof Element ? node : node.parentElement;
      const box = element?.closest('li')?.querySelector('input[type="checkbox"]');
      return box instanceof HTMLInputElement ? (box.labels?.[0]?.textContent ?? []) : [];
    });
    return [...new Set(titles)];
  });
}
