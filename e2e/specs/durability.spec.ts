import { randomUUID } from 'node:crypto';
import type { SupabaseClient } from '@supabase/supabase-js';
import { createAccount, directClient } from '../support/accounts.ts';
import { failureNotice } from '../support/notices.ts';
import { startSite } from '../support/site.ts';
import type { Site } from '../support/site.ts';
import { today } from '../support/tasks.ts';
import { expect, test as base } from '../support/test.ts';

/** A site of its own for each test: it will not survive. */
const test = base.extend<{ doomed: Site }>({
  doomed: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from this pattern
    async ({}, provide) => {
      const site = await startSite();
      await provide(site);
      await site.discard();
    },
    { timeout: 120_000 },
  ],
  baseURL: async ({ doomed }, provide) => {
    await provide(doomed.origin);
  },
  account: async ({ doomed }, provide) => {
    await provide(await createAccount(doomed));
  },
});

/** The server that takes over from one that died: same data, same address. */
function startAgain(site: Site): Promise<Site> {
  return startSite({ dataDir: site.dataDir, port: Number(new URL(site.origin).port) });
}

interface Row {
  id: string;
  title: string;
  completed: boolean;
  emoji: string | null;
}

/** What a row may look like afterwards: as the last answer said or, where an answer is missing, as was asked. */
interface Ledger {
  acknowledged: Map<string, Row | null>;
  pending: Map<string, Row | null>;
}

/** Adds, changes and deletes tasks one after the other until the server no longer answers. */
async function write(client: SupabaseClient, writer: number, ledger: Ledger): Promise<void> {
  const attempt = async (id: string, to: Row | null, call: () => PromiseLike<{ error: unknown }>) => {
    ledger.pending.set(id, to);
    const { error } = await call();
    if (error) return false;
    ledger.acknowledged.set(id, to);
    ledger.pending.delete(id);
    return true;
  };
  const tasks = () => client.from('tasks');
  for (let turn = 0; ; turn += 1) {
    const row = {
      id: randomUUID(),
      title: `${writer}.${turn} ${'x'.repeat(150)}`,
      completed: false,
      emoji: '🎯',
    };
    if (!(await attempt(row.id, row, () => tasks().insert({ ...row, task_date: today() })))) return;
    const done = { ...row, title: `${writer}.${turn} done`, completed: true, emoji: null };
    const { id, ...change } = done;
    if (turn % 2 === 0 && !(await attempt(id, done, () => tasks().update(change).eq('id', id)))) return;
    if (turn % 3 === 0 && !(await attempt(id, null, () => tasks().delete().eq('id', id)))) return;
  }
}

test('a server that is killed in the middle of many writes keeps every change it confirmed', async ({
  signedInPage: page,
  doomed,
  allowConsole,
}) => {
  allowConsole(/Failed to load resource/);
  await page.goto('/dashboard');
  await expect(page.getByText('Nothing planned yet')).toHaveCount(7);
  const ledger: Ledger = { acknowledged: new Map(), pending: new Map() };
  const others = await Promise.all(Array.from({ length: 4 }, () => createAccount(doomed)));
  const writing = others.map(({ client }, writer) => write(client, writer, ledger));
  const first = page.getByRole('region', { name: /^Monday/ });
  for (const title of ['From the page: one', 'From the page: two']) {
    await first.getByRole('button', { name: 'Add task' }).click();
    await page.getByPlaceholder('Enter task...').fill(title);
    await page.keyboard.press('Enter');
    await expect(first.getByText(title)).toBeVisible();
  }
  await expect.poll(() => ledger.acknowledged.size).toBeGreaterThan(100);

  const lastWords = page.waitForEvent('requestfailed');
  await first.getByRole('button', { name: 'Add task' }).click();
  await page.getByPlaceholder('Enter task...').fill('From the page: three');
  await doomed.kill('SIGKILL');
  await page.keyboard.press('Enter');
  await lastWords;
  await Promise.all(writing);
  await expect(failureNotice(page, 'Failed to add task. Please try again.')).toBeVisible();
  await expect(page.getByPlaceholder('Enter task...')).toHaveValue('From the page: three');
  await page.getByRole('button', { name: 'Next week' }).click();
  await page.getByRole('button', { name: 'Next week' }).click();
  await expect(page.getByRole('main').getByText('Failed to load tasks')).toBeVisible();

  const restarted = await startAgain(doomed);
  try {
    const found = new Map<string, Row>();
    for (const { session } of others) {
      const client = directClient(restarted);
      await client.auth.setSession(session);
      const { data, error } = await client
        .from('tasks')
        .select('id, title, completed, emoji')
        .overrideTypes<Row[]>();
      if (error) throw error;
      for (const row of data) found.set(row.id, row);
    }
    expect(ledger.pending.size, 'it died in the middle').toBeGreaterThan(0);
    for (const [id, row] of ledger.acknowledged) {
      const possible = [row, ...(ledger.pending.has(id) ? [ledger.pending.get(id) ?? null] : [])];
      expect(possible, `the row ${id}`).toContainEqual(found.get(id) ?? null);
    }
    for (const [id, row] of found) {
      if (!ledger.acknowledged.has(id))
        expect(row, 'a row without an answer is whole').toEqual(ledger.pending.get(id));
    }

    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByText('Nothing planned yet')).toHaveCount(7);
    await page.getByRole('button', { name: 'Today' }).click();
    await expect(first.getByText('From the page: one')).toBeVisible();
    await expect(first.getByText('From the page: two')).toBeVisible();
  } finally {
    await restarted.kill('SIGTERM');
  }
});

test('what was typed is added once when the server is back', async ({
  signedInPage: page,
  doomed,
  allowConsole,
}) => {
  allowConsole(/Failed to load resource/);
  await page.goto('/dashboard');
  await expect(page.getByText('Nothing planned yet')).toHaveCount(7);
  await page.getByRole('button', { name: 'Add task' }).first().click();
  await page.getByPlaceholder('Enter task...').fill('Only once');
  await doomed.kill('SIGKILL');
  await page.keyboard.press('Enter');
  await expect(failureNotice(page, 'Failed to add task. Please try again.')).toBeVisible();
  const restarted = await startAgain(doomed);
  try {
    await page.getByPlaceholder('Enter task...').press('Enter');
    await expect(page.getByText('Only once')).toHaveCount(1);
    await page.reload();
    await expect(page.getByText('Only once')).toHaveCount(1);
  } finally {
    await restarted.kill('SIGTERM');
  }
});

test('a second server on the same data refuses to start and says who is there', async ({
  doomed,
  account,
}) => {
  const second = startSite({ dataDir: doomed.dataDir });
  await expect(second).rejects.toThrow(
    `The data directory ${doomed.dataDir} is in use by process ${doomed.pid}. ` +
      'Stop that server first, or set DATA_DIR to another directory.',
  );
  await expect(second).rejects.toMatchObject({ exitCode: 1 });
  const { error } = await account.client.from('tasks').insert({ title: 'Still here', task_date: today() });
  expect(error).toBeNull();
});
