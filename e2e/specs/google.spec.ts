import { createHash } from 'node:crypto';
import { logOut, storedSession } from '../support/accounts.ts';
import { emailField } from '../support/forms.ts';
import { replaceGoogle, type Google } from '../support/google.ts';
import { addTask, taskRow, today } from '../support/planner.ts';
import { BUILT_SITE } from '../support/site.ts';
import { expect, test as base } from '../support/test.ts';

// Google is replaced: see support/google.ts. These tests cannot cover Google's own consent screen and the settings of its
// console.

const GRACE = { sub: '1001', email: 'grace@example.com', name: 'Grace Hopper' };
const MARGARET = { sub: '1002', email: 'margaret@example.com', name: 'Margaret Hamilton' };

/** `test` on a server of this process, to which, as to the browser, `google` is Google. */
const test = base.extend<{ google: Google }>({
  google: async ({ started, context }, provide) => provide(await started(replaceGoogle(context, GRACE))),
  server: async ({ started }, provide) => {
    const { startTestServer } = await import('@space/server/testing');
    const google = { clientId: 'better-space', secret: 'a-secret' };
    await provide(await started(startTestServer({ siteDir: BUILT_SITE, google })));
  },
  baseURL: ({ server }, provide) => provide(server.origin),
});

test('google-sign-in, sign-in-secrets: a person goes back from Google, cancels, and signs in, with PKCE and none of Google’s tokens stored', async ({
  page,
  google,
  server,
}) => {
  const leaveForGoogle = async (answer: Google['answer'], user = GRACE) => {
    Object.assign(google, { answer, user });
    await page.goto('/auth');
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
    const chooser = page.getByRole('heading', { name: 'Choose an account' });
    await leaveForGoogle('wait');
    await expect(chooser).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL('/auth');
    await page.getByRole('button', { name: 'Continue with Google' }).click();
    await expect(chooser).toBeVisible();
  });

  await test.step('cancelling at Google returns to the sign-in page, which says so', async () => {
    await leaveForGoogle('deny');
    const panel = page.getByRole('region', { name: 'About your link' });
    await expect(panel.getByText('Failed to sign in with Google')).toBeVisible();
    await expect(page).toHaveURL('/auth');
    expect(await storedSession(page)).toBeNull();
    await page.reload();
    await expect(emailField(page)).toBeVisible();
    await expect(panel).toHaveCount(0);
  });

  await test.step('what is sent and what is stored', async () => {
    const challengeSent = page.waitForRequest('**/auth/v1/authorize*');
    const verifierSent = page.waitForRequest('**/auth/v1/token?grant_type=pkce');
    await leaveForGoogle('allow');
    await expect(page).toHaveURL('/dashboard');
    await expectGreeting(GRACE.name);
    expect(google.asked.origin).toBe('https://accounts.google.com');
    expect(Object.fromEntries(google.asked.searchParams)).toMatchObject({
      access_type: 'offline',
      prompt: 'consent',
      response_type: 'code',
      client_id: 'better-space',
      redirect_uri: `${server.origin}/auth/v1/callback`,
    });
    // PKCE between this browser and the backend: the code is useless without the verifier.
    const challenge = new URL((await challengeSent).url()).searchParams.get('code_challenge');
    // The site's own client has written this JSON.
    const { code_verifier: verifier } = (await verifierSent).postDataJSON() as { code_verifier: string };
    expect(challenge).toBe(createHash('sha256').update(verifier).digest('base64url'));
    expect(await storedSession(page)).toMatchObject({ user: { email: GRACE.email } });
    const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
    expect(google.issuedTokens).not.toEqual([]);
    for (const token of google.issuedTokens) expect(stored).not.toContain(token);
    expect(stored).not.toMatch(/provider_(refresh_)?token|code-verifier/);
  });

  await test.step('the account is found again, and another one is another', async () => {
    await page.reload();
    await expectGreeting(GRACE.name);
    await page.goBack();
    await expect(page).toHaveURL(/^[^?#]*$/);
    await page.goto('/dashboard');
    await addTask(page, today(), 'Found again');
    await expect(taskRow(page, 'Found again')).toBeVisible();
    await expectLoggedOut();
    await leaveForGoogle('allow', MARGARET);
    await expectGreeting(MARGARET.name);
    await expect(page.getByText('Nothing planned yet')).toHaveCount(7);
    await expectLoggedOut();
    await leaveForGoogle('allow');
    await expect(taskRow(page, 'Found again')).toBeVisible();
  });
});
