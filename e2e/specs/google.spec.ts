import { logOut, storedSession } from '../support/accounts.ts';
import { replaceGoogle, userNamed } from '../support/google.ts';
import { addTask, taskRow, today } from '../support/planner.ts';
import { expect, test as base } from '../support/test.ts';

// Google is replaced: see support/google.ts. This test cannot cover Google's own consent screen and the settings of its
// console. What Google is asked for: shared/supabase/tests/gateway.test.ts; PKCE: shared/auth/tests/links.test.ts.

/** `test` on a server of this process: see `server` in support/test.ts. */
const test = base.extend({ baseURL: ({ server }, use) => use(server.origin) });

test('google-sign-in, sign-in-secrets: a person goes back from Google, cancels, and signs in, with none of Google’s tokens stored', async ({
  page,
  context,
  started,
}) => {
  const google = await started(replaceGoogle(context));
  const [grace, margaret] = [userNamed('Grace Hopper'), userNamed('Margaret Hamilton')];
  const leaveForGoogle = async (answer: typeof google.answer, user = grace) => {
    Object.assign(google, { answer, user });
    await page.getByRole('button', { name: 'Continue with Google' }).click();
  };
  const expectGreeting = (name: string) =>
    expect(page.getByRole('heading', { level: 1 })).toHaveText(`Hi ${name}, your week space looks great!`);
  const expectLoggedOut = async () => {
    await logOut(page);
    await expect(page).toHaveURL('/auth');
    expect(await storedSession(page)).toBeNull();
  };

  await test.step('Back from the account chooser: it can be started again', async () => {
    await page.goto('/auth');
    for (const _ of [1, 2]) {
      await leaveForGoogle('wait');
      await expect(page.getByRole('heading', { name: 'Choose an account' })).toBeVisible();
      await page.goBack();
      await expect(page).toHaveURL('/auth');
    }
  });

  await test.step('cancelling at Google returns to the sign-in page, which says so', async () => {
    await leaveForGoogle('deny');
    const panel = page.getByRole('region', { name: 'About your link' });
    await expect(panel.getByText('Failed to sign in with Google')).toBeVisible();
    await expect(page).toHaveURL('/auth');
    expect(await storedSession(page)).toBeNull();
  });

  await test.step('signing in stores none of Google’s tokens', async () => {
    await leaveForGoogle('allow');
    await expect(page).toHaveURL('/dashboard');
    await expectGreeting(grace.name);
    expect(await storedSession(page)).toMatchObject({ user: { email: grace.email } });
    const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
    expect(google.issuedTokens).not.toEqual([]);
    for (const token of google.issuedTokens) expect(stored).not.toContain(token);
    expect(stored).not.toMatch(/provider_(refresh_)?token|code-verifier/);
  });

  await test.step('the account is found again, and another one is another', async () => {
    await page.reload();
    await expectGreeting(grace.name);
    await page.goBack();
    await expect(page).toHaveURL(/^[^?#]*$/);
    await page.goto('/dashboard');
    await addTask(page, today(), 'Found again');
    await expect(taskRow(page, 'Found again')).toBeVisible();
    await expectLoggedOut();
    await leaveForGoogle('allow', margaret);
    await expectGreeting(margaret.name);
    await expect(page.getByText('Nothing planned yet')).toHaveCount(7);
    await expectLoggedOut();
    await leaveForGoogle('allow');
    await expect(taskRow(page, 'Found again')).toBeVisible();
  });
});
