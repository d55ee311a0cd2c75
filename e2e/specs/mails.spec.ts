import { expectAccessible } from '../support/axe.ts';
import { MAILS, showMail } from '../support/mails.ts';
import { test } from '../support/test.ts';

// The look of the mails. Their texts: shared/server/tests/accounts.test.ts.

for (const name of MAILS)
  test(`the ${name} mail is readable, also on a phone and in dark mode`, async ({ page }) => {
    await showMail(page, name);
    await expectAccessible(page, `the ${name}`, { isPage: false });
  });
