import { expect, type Page } from '@playwright/test';

/** The names of the account data stored in this browser: 'week', 'display-name', 'waiting:…'. */
export const savedNames = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    Object.keys(localStorage).flatMap((key) => /^better-space-kept:[^:]+:(.+)$/.exec(key)?.[1] ?? []),
  );

/** Waits until the week is stored in this browser and contains these words. */
export async function untilWeekSaved(page: Page, words: string): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(() => {
        const key = Object.keys(localStorage).find((each) => each.endsWith(':week'));
        return key === undefined ? null : localStorage.getItem(key);
      }),
    )
    .toContain(words);
}
