import { openPlainTab } from '../support/plainTab.ts';
import { expect, test } from '../support/test.ts';

// The tab that `npm run lab -- speed` measures in (support/plainTab.ts). It runs in either browser.

for (const [browserName, tag] of [
  ['the headless shell', []],
  ['the whole browser', ['@covered']],
] as const) {
  test(
    `a question to a plain tab that closes is rejected, in ${browserName}`,
    { tag: [...tag] },
    async ({ browser }) => {
      const tab = await openPlainTab(browser, 'about:blank');
      expect(await tab.evaluate(() => document.URL)).toBe('about:blank');
      const never = tab.evaluate(() => new Promise(() => {}));
      await Promise.all([expect(never).rejects.toThrow('the tab is closed'), tab.close()]);
      await expect(tab.send('Page.enable')).rejects.toThrow('the tab is closed');
    },
  );
}
