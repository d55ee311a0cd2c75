import { expect, type Page } from '@playwright/test';

/** What this browser keeps of accounts, by name: 'week', 'display-name', 'waiting:…'. */
export const keptNames = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    Object.keys(localStorage).flatMap((key) => /^better-space-kept:[^:]+:(.+)$/.exec(key)?.[1] ?? []),
  );

/** Waits until the week is kept, with these words in it. */
export async function untilKept(page: Page, words: string): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(() => {
        const key = Object.keys(localStorage).find((each) => each.endsWith(':week'));
        return key === undefined ? null : localStorage.getItem(key);
      }),
    )
    .toContain(words);
}
