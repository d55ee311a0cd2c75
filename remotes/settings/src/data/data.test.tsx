// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { USER, aTask, calendarFeed, platform } from '@space/platform/testing';
import * as page from '../testing/page.tsx';
import { CalendarCard } from './CalendarCard.tsx';
import { DataCard } from './DataCard.tsx';

const { focused, press, said } = page;

const FAILED = '! Failed to download your data. Please try again.';
const PLAN = aTask({ title: 'Plan', task_date: '2026-11-20', user_id: USER.id });

it('own-data: everything is one JSON file, field for field as docs/data.md has it, and the tasks are a calendar file, each saved once; there is no file at all if a request fails or the session ends meanwhile', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 21, 23, 59) });
  const save = vi.fn<(contents: Blob) => string>(() => 'blob:x');
  vi.stubGlobal('URL', { createObjectURL: save });
  const { mock } = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
  const nameOf = (index: number) => Object(mock.contexts[index]).download;
  const files = () => save.mock.calls.map(([blob], index) => new File([blob], nameOf(index), blob));
  page.open(<DataCard userId={USER.id} />);
  for (const request of ['listAll', 'getAccount', 'getProfile']) {
    await page.failing(request, 'network', () => press('Download everything'));
    expect([said(), focused()]).toEqual([FAILED, page.button('Download everything')]);
  }
  platform.hold();
  await press('Download everything');
  platform.loseSession();
  await page.fail('listAll', 'auth');
  expect(said()).toBe(`${FAILED} Your session has ended. Please sign in again.`);
  platform.reset();
  platform.hold();
  await press('Download everything');
  platform.loseSession();
  await page.answerAll();
  expect([files(), platform.notices()]).toEqual([[], []]);

  platform.reset();
  platform.insertTasks(PLAN);
  await press('Download everything');
  await page.untilSaid('Your data was downloaded');
  const created_at = '2026-11-01T08:00:00+00:00';
  const { user_id: _, ...task } = PLAN;
  const dates = { created_at, email_confirmed_at: created_at, last_sign_in_at: created_at };
  expect(JSON.parse((await files()[0]?.text()) ?? '')).toEqual({
    format: 'better-space-export',
    version: 1,
    exported_at: new Date().toISOString(),
    account: { ...USER, ...dates, sign_in_with: ['email'] },
    profile: { display_name: null, created_at },
    tasks: [task],
  });
  platform.hold();
  await press('Download calendar');
  await press('Collecting…');
  await page.answerAll();
  await page.untilSaid('Your data was downloaded', 'Your data was downloaded');
  expect(await files()[1]?.text()).toContain('SUMMARY:Plan');
  // They are named after the local day.
  expect(files().map(({ name, type }) => [name, type])).toEqual([
    ['better-space-2026-11-21.json', 'application/json;charset=utf-8'],
    ['better-space-2026-11-21.ics', 'text/calendar;charset=utf-8'],
  ]);
  platform.reset();
  await press('Download calendar');
  await page.untilSaid('! There are no tasks to download yet.');
  expect(files()).toHaveLength(2);
});

const NONE = 'No address is in use.';
const CREATE = 'Create an address';
const addressOf = (secret: string) => `http://localhost:3000/calendar/${secret.padStart(64, '0')}.ics`;
const card = () => screen.getByRole('region', { name: 'Calendar feed' });
const untilIn = (text: string) => waitFor(() => expect(card().textContent).toContain(text));
const field = () => page.field('Address of your calendar');

async function openCard(): Promise<void> {
  cleanup();
  document.head.replaceChildren();
  page.serveFeeds();
  page.open(<CalendarCard />);
  await waitFor(() => expect(card().ariaBusy).toBeNull());
}

it('calendar-feed: without feeds on this site there is no card and no request; a failed load can be retried', async () => {
  for (const serve of [() => {}, () => page.serveFeeds('')]) {
    serve();
    expect(page.open(<CalendarCard />).container.textContent).toBe('');
    expect(platform.calls('feedSince')).toEqual([]);
  }
  await page.failing('feedSince', 'network', openCard);
  await untilIn('Failed to load your calendar address');
  expect(platform.notices()).toEqual([]);
  await press('Retry');
  await waitFor(() => expect(focused()).toBe(page.button(CREATE)));
});

it('calendar-feed: a new address has the focus, is selected if it cannot be copied, and is shown once; renewing and withdrawing ask for confirmation; a failure keeps the shown address; another device’s change is shown on return', async () => {
  await openCard();
  await untilIn(NONE);
  platform.setOnline(false);
  await page.failing('renewFeed', 'network', () => press(CREATE));
  const failed = '! Failed to create the address. Please try again. You are offline.';
  platform.setOnline(true);
  platform.hold();
  await press(CREATE);
  await press('Creating…');
  await page.answerAll();
  expect(platform.calls('renewFeed')).toHaveLength(2);
  expect(platform.notices()).toEqual([failed, 'Your calendar address was created']);
  expect([focused(), field().value]).toEqual([field(), addressOf('1')]);
  await untilIn('it is shown this once');
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('not allowed'));
  await press('Copy');
  const sentence = '! The address could not be copied. It is selected: please copy it yourself.';
  expect([said(), focused()]).toEqual([sentence, field()]);
  expect([field().selectionStart, field().selectionEnd]).toEqual([0, field().value.length]);
  await page.comeBack(); // from the calendar app, after pasting the address
  expect(platform.calls('feedSince')).toHaveLength(2);
  expect(field().value).toBe(addressOf('1'));
  await openCard();
  expect(screen.queryByRole('textbox')).toBeNull();
  await untilIn('An address is in use since Nov 1, 2026.');

  for (const name of ['Renew', 'Withdraw']) {
    await press(name);
    await page.pressInDialog('Keep it');
  }
  expect(screen.queryByRole('dialog')).toBeNull();
  expect([platform.calls('renewFeed').length, platform.calls('withdrawFeed')]).toEqual([2, []]);
  await press('Renew');
  expect(screen.getByRole('dialog').textContent).toContain('The old address stops at once.');
  await page.pressInDialog('Renew');
  await waitFor(() => expect([focused(), field().value]).toEqual([field(), addressOf('2')]));
  await press('Withdraw');
  await page.failing('withdrawFeed', 'network', () => page.pressInDialog('Withdraw'));
  await waitFor(() => expect(said()).toBe('! Failed to withdraw the address. Please try again.'));
  expect(field().value).toBe(addressOf('2'));
  await press('Withdraw');
  await page.pressInDialog('Withdraw');
  await waitFor(() => expect(focused()).toBe(page.button(CREATE)));
  expect(said()).toBe('Your calendar address was withdrawn');
  await untilIn(NONE);
  await press(CREATE);
  await waitFor(() => expect(field().value).toBe(addressOf('3')));
  await calendarFeed.withdraw();
  await page.comeBack();
  await untilIn(NONE);
  expect(screen.queryByRole('textbox')).toBeNull();
});
