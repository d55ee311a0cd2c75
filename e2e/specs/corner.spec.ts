import { restoreSession } from '../support/accounts.ts';
import { expect, test } from '../support/test.ts';

// A phone: the narrowest window, and fingers. The pause control is there only where something moves.
test.use({
  viewport: { width: 320, height: 640 },
  hasTouch: true,
  isMobile: true,
  contextOptions: { reducedMotion: 'no-preference' },
});

test('the two fixed controls are large enough for fingers and cover nothing at the end of any page', async ({
  page,
  context,
  account,
}) => {
  const corner = page.getByRole('complementary', { name: 'Animation and retro mode' });
  const covered: string[] = [];
  const look = async (path: string) => {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    for (const control of [
      corner.getByRole('button', { name: 'Pause animation' }),
      corner.getByRole('link', { name: 'Enter retro mode' }),
    ]) {
      const box = await control.boundingBox();
      expect(Math.min(box?.width ?? 0, box?.height ?? 0), path).toBeGreaterThanOrEqual(44);
    }
    covered.push(
      ...(await corner.evaluate((element, name) => {
        scrollTo(0, document.documentElement.scrollHeight);
        const fixed = element.getBoundingClientRect();
        /** The words and the controls themselves, not the boxes around them. */
        const isContent = (node: Element) =>
          node.matches('a, button, input, textarea, select') ||
          [...node.childNodes].some(
            ({ nodeType, textContent }) => nodeType === Node.TEXT_NODE && textContent?.trim(),
          );
        return [...document.querySelectorAll('main *, header *, footer *')]
          .filter((node) => isContent(node) && node.checkVisibility({ visibilityProperty: true }))
          .filter((node) => {
            const { left, right, top, bottom, width } = node.getBoundingClientRect();
            return (
              width > 1 &&
              left < fixed.right &&
              right > fixed.left &&
              top < fixed.bottom &&
              bottom > fixed.top
            );
          })
          .map((node) => `${name}: ${node.tagName} ${node.textContent.trim().slice(0, 40)}`);
      }, path)),
    );
  };
  for (const path of ['/', '/about', '/jobs', '/terms', '/pricing', '/rocket', '/auth', '/no-such-page']) {
    await look(path);
  }
  await restoreSession(context, account.session);
  for (const path of ['/dashboard', '/settings']) await look(path);
  expect(covered).toEqual([]);
});
