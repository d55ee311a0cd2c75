import { expectAccessible } from '../support/axe.ts';
import { MAILS, showMail } from '../support/mails.ts';
import { test } from '../support/test.ts';

// How mails look. What they say: shared/server/tests/mailTexts.test.ts; that they arrive: mail.test.ts there.

for (const name of MAILS)
  test(`the mail of a ${name} can be read, on a phone and in the dark as well`, async ({ page }) => {
    await showMail(page, name);
    await expectAccessible(page, `the ${name}`, { isPage: false });
  });
