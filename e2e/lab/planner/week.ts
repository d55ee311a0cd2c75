import type { Browser, BrowserContext, Page } from '@playwright/test';
import type { TestServer } from '@space/server/testing';
import { createAccount, restoreSession } from '../../support/accounts.ts';
import type { Account } from '../../support/accounts.ts';
import { mondayOf, weekFrom } from '../../support/calendar.ts';
import { dayCards, today } from '../../support/planner.ts';

export const DAYS = weekFrom(mondayOf(today()));

/** Every look a row can have, in turn: finished, starred, pinned, with an emoji; a title of one line or of two. */
const FILL = `
  insert into public.tasks (title, task_date, user_id, created_at, completed, starred, pinned, emoji)
  select
    'Task ' || place || case when place % 5 = 0 then ', and what else there is to say about it' else '' end,
    $2::date + (place % 7)::int, $1::uuid, now() - interval '1 day' + place * interval '1 millisecond',
    place % 4 = 0, place % 50 = 1, place % 50 = 2, case when place % 3 = 0 then '🌱' end
  from generate_series(0, $3::int - 1) as place`;

/** Makes an account with so many tasks in this week, past the site: spread over the seven days, in their order. */
export async function createFullWeek(server: TestServer, count: number): Promise<Account> {
  const account = await createAccount(server);
  await server.query(FILL, [account.id, DAYS[0], count]);
  return account;
}

/** Opens the dashboard of an account with a storage of its own; resolves when the week stands there. */
export async function openWeek(
  browser: Browser,
  origin: string,
  account: Account,
): Promise<{ page: Page; context: BrowserContext }> {
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width: 1280, height: 900 },
    locale: 'en-US',
    timezoneId: 'Asia/Singapore',
    serviceWorkers: 'block',
    reducedMotion: 'reduce',
  });
  await restoreSession(context, account.session);
  const page = await context.newPage();
  await page.goto('/dashboard');
  await dayCards(page).first().getByRole('listitem').first().waitFor({ timeout: 120_000 });
  return { page, context };
}
