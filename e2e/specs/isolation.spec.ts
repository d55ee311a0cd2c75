import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { createAccount, restoreSession } from '../support/accounts.ts';
import type { Account } from '../support/accounts.ts';
import type { Site } from '../support/site.ts';
import { plantTask, today } from '../support/tasks.ts';
import { claimsOf, expiredSession, signToken, unsignedToken } from '../support/tokens.ts';
import { expect, test } from '../support/visitors.ts';

interface Asking {
  method?: string;
  token?: string | null;
  key?: string | null;
  body?: unknown;
  prefer?: string;
}

/** Asks /rest/v1 as anybody with a shell could. */
async function ask(site: Site, path: string, { method = 'GET', token, key, body, prefer }: Asking) {
  const apikey = key === undefined ? site.publishableKey : key;
  const response = await fetch(`${site.origin}/rest/v1/${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(apikey === null ? {} : { apikey }),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      prefer: prefer ?? 'return=representation',
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, text: await response.text() };
}

async function rowsOf(account: Account): Promise<unknown[]> {
  const { data, error } = await account.client.from('tasks').select('*').order('created_at');
  if (error) throw error;
  return data;
}

async function addTask(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: 'Add task' }).first().click();
  await page.getByPlaceholder('Enter task...').fill(title);
  await page.keyboard.press('Enter');
  await expect(page.getByText(title)).toBeVisible();
}

test('two people who plan at the same time see and keep only what is theirs', async ({
  page: ada,
  context,
  account,
  site,
  newVisitor,
}) => {
  const graceAccount = await createAccount(site);
  await restoreSession(context, account.session);
  const grace = await newVisitor(graceAccount.session);
  await Promise.all([ada.goto('/dashboard'), grace.goto('/dashboard')]);
  await Promise.all([addTask(ada, 'Ada: water the plants'), addTask(grace, 'Grace: debug the moth')]);
  await Promise.all([addTask(ada, 'Ada: call Charles'), addTask(grace, 'Grace: write COBOL')]);

  await ada.getByRole('button', { name: 'Star task' }).first().click();
  await expect(ada.getByRole('button', { name: 'Unstar task' })).toHaveCount(1);
  await grace.getByRole('button', { name: 'Delete task' }).first().click();
  await expect(grace.getByText('Grace: debug the moth')).toHaveCount(0);

  for (const [visitor, own, foreign] of [
    [ada, 'Ada: call Charles', /^Grace/],
    [grace, 'Grace: write COBOL', /^Ada/],
  ] as const) {
    for (const path of ['/dashboard', '/retro/dashboard']) {
      await visitor.goto(path);
      await expect(visitor.getByText(own)).toBeVisible();
      await expect(visitor.getByText(foreign)).toHaveCount(0);
    }
  }
  expect(await rowsOf(account)).toMatchObject([
    { title: 'Ada: water the plants', user_id: account.id },
    { title: 'Ada: call Charles', user_id: account.id },
  ]);
  expect(await rowsOf(graceAccount)).toMatchObject([
    { title: 'Grace: write COBOL', user_id: graceAccount.id },
  ]);
});

test('no request in one name reads or changes a row of another', async ({ account: ada, site }) => {
  const grace = await createAccount(site);
  const adas = await plantTask(ada, 'Ada: water the plants');
  const graces = await plantTask(grace, 'Grace: debug the moth');
  const [before, gracesBefore] = [await rowsOf(ada), await rowsOf(grace)];
  const token = grace.session.access_token;
  const row = { title: 'Stolen', task_date: today() };
  const profile = { display_name: 'Stolen' };
  const patch = (path: string, body: unknown) => ask(site, path, { method: 'PATCH', token, body });
  const post = (path: string, body: unknown, prefer?: string) =>
    ask(site, path, { method: 'POST', token, body, ...(prefer === undefined ? {} : { prefer }) });
  const merge = 'return=representation,resolution=merge-duplicates';

  const nothing = { status: 200, text: '[]' };
  expect(await ask(site, `tasks?select=*&id=eq.${adas}`, { token })).toMatchObject(nothing);
  expect(await ask(site, `profiles?select=*&id=eq.${ada.id}`, { token })).toMatchObject(nothing);
  expect(await patch(`tasks?id=eq.${adas}`, { title: 'Stolen' })).toMatchObject(nothing);
  expect(await patch(`profiles?id=eq.${ada.id}`, profile)).toMatchObject(nothing);
  expect(await ask(site, `tasks?id=eq.${adas}`, { method: 'DELETE', token })).toMatchObject(nothing);

  const refusals = {
    'a question by owner': await ask(site, `tasks?select=*&user_id=eq.${ada.id}`, { token }),
    'a question in two parts': await ask(site, `tasks?select=*&or=(id.eq.${adas},id.eq.${graces})`, {
      token,
    }),
    'a row with its owner': await ask(site, 'tasks?select=*,profiles(*)', { token }),
    'a change of all rows but one': await patch(`tasks?id=neq.${graces}`, { completed: true }),
    'a change of all rows': await patch('tasks', { completed: true }),
    'a deletion of all rows but one': await ask(site, `tasks?id=neq.${graces}`, { method: 'DELETE', token }),
    'a deletion of all rows': await ask(site, 'tasks', { method: 'DELETE', token }),
    'a forged owner': await post('tasks', { ...row, user_id: ada.id }),
    'a forged owner among good rows': await post('tasks', [
      { ...row, user_id: grace.id },
      { ...row, user_id: ada.id },
    ]),
    "another person's id": await post('tasks', { ...row, id: adas }),
    'an upsert over a row': await post('tasks', { ...row, id: adas, user_id: grace.id }, merge),
    'an upsert in another name': await post('tasks', { ...row, id: adas, user_id: ada.id }, merge),
    'giving a row away': await patch(`tasks?id=eq.${graces}`, { user_id: ada.id }),
    'a new profile': await post('profiles', { id: ada.id, ...profile }, merge),
    'another profile id': await patch(`profiles?id=eq.${grace.id}`, { id: ada.id }),
  };
  for (const [attempt, { status, text }] of Object.entries(refusals)) {
    expect(status, attempt).toBeGreaterThanOrEqual(400);
    expect(text, attempt).not.toContain('Ada: water the plants');
  }
  expect(await rowsOf(ada)).toEqual(before);
  expect(await rowsOf(grace)).toEqual(gracesBefore);
  const { data } = await ada.client.from('profiles').select('display_name').single();
  expect(data).toEqual({ display_name: null });
});

test('no request without a token of this server reads or changes anything', async ({
  account: ada,
  site,
}) => {
  const adas = await plantTask(ada, 'Ada: water the plants');
  const before = await rowsOf(ada);
  const token = ada.session.access_token;
  const claims = claimsOf(token);
  const later = Math.floor(Date.now() / 1000) + 3600;
  const askers: Record<string, Asking> = {
    'the publishable key alone': {},
    'the publishable key as a token': { token: site.publishableKey },
    'no key at all': { key: null },
    'a token without the key': { key: null, token },
    'a key that is none': { key: 'sb_publishable_nothing', token },
    'an expired token': { token: expiredSession(ada.session, site.jwtSecret).access_token },
    'a token that needs no signature': { token: unsignedToken({ ...claims, exp: later }) },
    'an unsigned administrator': { token: unsignedToken({ role: 'service_role', exp: later }) },
    'a token of another server': { token: signToken(randomUUID(), { ...claims, exp: later }) },
    "a token by the library's own secret": {
      token: signToken('unsafe-secret-change-me', { ...claims, role: 'service_role', exp: later }),
    },
    'a token with a broken signature': { token: `${token.slice(0, -6)}AAAAAA` },
    'a token with another owner': {
      token: token.replace(/\.[^.]*\./, `.${btoa(JSON.stringify({ ...claims, sub: randomUUID() }))}.`),
    },
  };
  for (const [asker, asking] of Object.entries(askers)) {
    const body = { title: 'Stolen', task_date: today(), user_id: ada.id };
    const answers = [
      await ask(site, 'tasks?select=*', asking),
      await ask(site, `profiles?select=*&id=eq.${ada.id}`, asking),
      await ask(site, 'tasks', { ...asking, method: 'POST', body }),
      await ask(site, `tasks?id=eq.${adas}`, { ...asking, method: 'PATCH', body: { title: 'Stolen' } }),
      await ask(site, `tasks?id=eq.${adas}`, { ...asking, method: 'DELETE' }),
    ];
    expect(
      answers.map(({ status }) => status),
      asker,
    ).toEqual([401, 401, 401, 401, 401]);
    expect(JSON.stringify(answers), asker).not.toContain('Ada: water the plants');
  }
  expect(await rowsOf(ada)).toEqual(before);
});
