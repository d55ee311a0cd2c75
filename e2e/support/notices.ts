import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';

/** A notice about something that failed. */
export function failureNotice(page: Page, sentence: string): Locator {
  return page.getByRole('alert').getByText(sentence, { exact: true });
}

/** A notice about something that worked. */
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
