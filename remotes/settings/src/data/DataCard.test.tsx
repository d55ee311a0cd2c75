// @vitest-environment jsdom
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { USER, aTask, platform } from '@space/platform/testing';
import { DataCard } from './DataCard.tsx';

vi.mock('@space/platform', () => import('@space/platform/testing'));

const FAILED = '! Failed to download your data. Please try again.';
const PLAN = aTask({ title: 'Plan', task_date: '2026-11-20', user_id: USER.id });
const press = (name: string) => userEvent.setup().click(screen.getByRole('button', { name }));

/** The saved files: name and contents. */
let files: [name: string, contents: Blob][];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 21, 23, 59) });
  platform.reset();
  platform.plant(PLAN);
  files = [];
  let contents = new Blob();
  vi.stubGlobal('URL', { createObjectURL: (blob: Blob) => ((contents = blob), 'blob:x') });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    files.push([this.download, contents]);
  });
  render(<DataCard userId={USER.id} />);
});
afterEach(cleanup);

it('own-data: everything is one JSON file, field for field as docs/data.md has it, named after the local day', async () => {
  await press('Download everything');
  await waitFor(() => expect(platform.notices()).toEqual(['Your data was downloaded']));
  const [[name, contents] = ['', new Blob()]] = files;
  expect([name, contents.type]).toEqual(['better-space-2026-11-21.json', 'application/json;charset=utf-8']);
  const created_at = '2026-11-01T08:00:00+00:00';
  const { user_id: _, ...task } = PLAN;
  expect(JSON.parse(await contents.text())).toEqual({
    format: 'better-space-export',
    version: 1,
    exported_at: new Date().toISOString(),
    account: {
      ...USER,
      created_at,
      email_confirmed_at: created_at,
      last_sign_in_at: created_at,
      sign_in_with: ['email'],
    },
    profile: { display_name: null, created_at },
    tasks: [task],
  });
});

it('own-data: the tasks are a calendar file, saved once for two presses; without tasks a notice says so', async () => {
  platform.hold();
  await press('Download calendar');
  await press('Collecting…');
  await act(() => platform.letGo());
  await waitFor(() => expect(platform.notices()).toEqual(['Your data was downloaded']));
  expect(files.map(([name]) => name)).toEqual(['better-space-2026-11-21.ics']);
  expect(await files[0]?.[1].text()).toContain('SUMMARY:Plan');
  platform.reset();
  await press('Download calendar');
  await waitFor(() => expect(platform.notices()).toEqual(['! There are no tasks to download yet.']));
  expect(files).toHaveLength(1);
});

it.each(['listAll', 'getAccount', 'getProfile'])(
  'own-data: no file at all if %s fails; the focus stays on the button, which works again',
  async (request) => {
    platform.failEach(request, 'network');
    await press('Download everything');
    expect(platform.notices()).toEqual([FAILED]);
    expect(document.activeElement?.textContent).toBe('Download everything');
    platform.failEach(request, null);
    await press('Download everything');
    await waitFor(() => expect(files).toHaveLength(1));
  },
);

it('own-data: no file of a user whose session has ended meanwhile, which a notice says', async () => {
  platform.hold();
  await press('Download everything');
  platform.loseSession();
  await act(() => platform.fail('listAll', 'auth'));
  expect(platform.notices()).toEqual([`${FAILED} Your session has ended. Please sign in again.`]);
  platform.reset();
  platform.hold();
  await press('Download everything');
  platform.loseSession();
  await act(() => platform.letGo());
  expect([files, platform.notices()]).toEqual([[], []]);
});
