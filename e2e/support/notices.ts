import { expect, type Locator, type Page } from '@playwright/test';

export function failureNotice(page: Page, sentence: string): Locator {
  return page.getByRole('alert').getByText(sentence, { exact: true });
}

export function successNotice(page: Page, sentence: string): Locator {
  return page.getByRole('status').getByText(sentence, { exact: true });
}

/** Closes the one notice about a failure, as a person does. */
export async function closeFailure(page: Page): Promise<void> {
  const notice = page.getByRole('alert');
  await notice.getByRole('button', { name: 'Close notice' }).click();
  // A notice on its way out is none any more.
  await expect(notice).toHaveCount(0);
}

/**
 * Closes every notice that stands, of failure and of success. Not with the mouse: a press elsewhere would commit what is in
 * an open field, and a notice may leave by itself meanwhile.
 */
export async function closeNotices(page: Page): Promise<void> {
  const buttons = page.getByRole('button', { name: 'Close notice' });
  await buttons.evaluateAll((elements) => {
    for (const element of elements) if (element instanceof HTMLElement) element.click();
  });
  await expect(buttons).toHaveCount(0);
}
