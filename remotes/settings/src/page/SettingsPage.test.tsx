// @vitest-environment jsdom
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { MemoryRouter, USER, platform, profiles, session } from '@space/platform/testing';
import '../testing/dialogs.ts';
import { SettingsPage } from './SettingsPage.tsx';

vi.mock('@space/platform', () => import('@space/platform/testing'));

const NEW_PASSWORD = 'N3w-Passw0rd';
const SAVED = 'Profile updated successfully!';
const NAME_FAILED = '! Failed to update profile. Please try again.';
const PASSWORD_FAILED = '! Failed to change password. Please try again.';
const LIMIT = 'Too many changes. Please try again in 40 seconds.';
const TOO_MANY = { kind: 'rejected', status: 429, message: LIMIT } as const;

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const button = (name: string) => screen.getByRole('button', { name });
const head = () => screen.getByRole('region', { name: 'Your profile' }).textContent;
const dialog = () => within(screen.getByRole('dialog', { name: 'Delete your account?' }));

/** The texts of the elements that describe a field. */
const describedBy = (input: HTMLElement) =>
  (input.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.querySelector(`[id="${id}"]`)?.textContent ?? '')
    .filter(Boolean);

beforeEach(() => platform.reset());
afterEach(cleanup);

function renderPage() {
  render(
    <MemoryRouter initialEntries={['/settings']}>
      <SettingsPage />
    </MemoryRouter>,
  );
  const user = userEvent.setup();
  return {
    user,
    press: (name: string) => user.click(button(name)),
    async type(label: string, text: string): Promise<void> {
      await user.clear(field(label));
      await user.click(field(label));
      await user.paste(text);
    },
  };
}

/** Renders the settings and waits for the profile; returns functions that act as the user. */
async function renderSettings() {
  const person = renderPage();
  await waitFor(() => field('Display Name'));
  return person;
}

it.each([
  [2, '1 day'],
  [3, '2 days'],
])('settings-badges: on %i November they are Member, %j, Goals and Achiever', async (day, age) => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, day, 8, 0, 1) });
  await renderSettings();
  vi.useRealTimers();
  const badges = within(screen.getByRole('list', { name: 'Badges' })).getAllByRole('listitem');
  expect(badges.map((badge) => badge.textContent)).toEqual(['Member', age, 'Goals', 'Achiever']);
});

it('settings-cards: they stand in their order, with the way back above them', async () => {
  const feed = Object.assign(document.createElement('meta'), { name: 'calendar-feed', content: '/calendar' });
  document.head.append(feed);
  onTestFinished(() => feed.remove());
  await renderSettings();
  const titles = screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent);
  expect(titles.join(', ')).toBe(
    'Profile Information, Change Password, Keyboard shortcuts, Upgrade Account, ' +
      'Your data, Import, Calendar feed, Delete account',
  );
  for (const name of ['Back to Dashboard', 'View Pricing Plans']) screen.getByRole('link', { name });
  button('Save Profile');
});

it('profile-query: a failed load can be retried, and gives the focus to the field; returning to the page loads it too', async () => {
  platform.failEach('getProfile', 'network');
  const { press } = renderPage();
  await waitFor(() => expect(platform.notices()).toEqual(['! Failed to load profile']));
  await act(async () => platform.comeBack());
  expect(platform.notices()).toHaveLength(1);
  platform.hold();
  await press('Retry');
  expect(document.activeElement).toBe(button('Retry'));
  platform.failEach('getProfile', null);
  await act(() => platform.letGo());
  expect(document.activeElement).toBe(field('Display Name'));

  platform.failEach('getProfile', 'network');
  await act(async () => platform.comeBack());
  expect(head()).toContain('No name yet');
  expect(platform.notices()).toHaveLength(1);
  cleanup();
  session.setState({ user: null });
  session.setState({ user: USER });
  renderPage();
  await waitFor(() => expect(platform.notices()).toHaveLength(2));
  platform.failEach('getProfile', null);
  act(() => platform.comeBack());
  await waitFor(() => field('Display Name'));
});

it('display-name: an invalid name is rejected beside its field, which keeps it; a valid one is trimmed and saved once', async () => {
  const { user, type, press } = await renderSettings();
  const characters = 'Display name can only contain letters, numbers, spaces, hyphens, and underscores';
  for (const [name, sentence] of [
    ['  ', 'Display name cannot be empty'],
    [`${'a'.repeat(101)}!`, `Display name must be less than 100 characters. ${characters}`],
  ] as const) {
    await type('Display Name', name);
    await press('Save Profile');
    expect(platform.notices().at(-1)).toBe(`! ${sentence}`);
    expect(describedBy(field('Display Name'))).toEqual([sentence]);
    expect(document.activeElement).toBe(field('Display Name'));
    expect(field('Display Name').value).toBe(name);
  }
  expect(platform.calls('updateDisplayName')).toEqual([]);

  await type('Display Name', ' Ada ');
  platform.failEach('updateDisplayName', TOO_MANY);
  await press('Save Profile');
  expect(platform.notices().at(-1)).toBe(`${NAME_FAILED} ${LIMIT}`);
  expect(head()).toContain('No name yet');
  expect(field('Display Name').value).toBe(' Ada ');

  platform.failEach('updateDisplayName', null);
  platform.hold();
  await press('Save Profile');
  expect(button('Save Profile').getAttribute('aria-disabled')).toBe('true');
  await press('Save Profile');
  await user.type(field('Display Name'), '{Enter}');
  await act(() => platform.letGo());
  expect(platform.calls('updateDisplayName').slice(1)).toEqual([[USER.id, 'Ada']]);
  expect(platform.notices().at(-1)).toBe(SAVED);
  expect(field('Display Name').value).toBe('Ada');
  expect(head()).toContain('Ada');
});

it('return-refresh: typed text stays; an untouched field shows what another device saved', async () => {
  const { type } = await renderSettings();
  const renameElsewhere = async (name: string) => {
    await profiles.updateDisplayName(USER.id, name);
    act(() => platform.comeBack());
    await waitFor(() => expect(head()).toContain(name));
  };
  await renameElsewhere('Ada');
  expect(field('Display Name').value).toBe('Ada');
  await type('Display Name', 'Countess of Lovel');
  await type('New Password', 'half a pass');
  await renameElsewhere('Augusta');
  expect(field('Display Name').value).toBe('Countess of Lovel');
  expect(field('New Password').value).toBe('half a pass');
});

/** Saves a name; the server holds its responses. */
async function startSaving() {
  const person = await renderSettings();
  platform.hold();
  await person.type('Display Name', 'Countess');
  return person;
}

it('display-name: a saved name is not undone by a load under way, and saving goes on when the page is left', async () => {
  const { press } = await startSaving();
  act(() => platform.comeBack());
  await press('Save Profile');
  cleanup();
  renderPage();
  act(() => platform.comeBack());
  expect(platform.waiting().filter((name) => name === 'getProfile')).toHaveLength(1);
  expect(button('Save Profile').getAttribute('aria-disabled')).toBe('true');
  await act(() => platform.answer('updateDisplayName'));
  expect(platform.notices()).toEqual([SAVED]);
  await act(() =>
    platform.answer('getProfile', { id: USER.id, display_name: null, created_at: '2026-11-01T08:00:00Z' }),
  );
  expect(head()).toContain('Countess');
  expect(field('Display Name').value).toBe('Countess');
});

it('sign-out, failure-notice: the next user is shown nothing of what was under way, but a lost session is reported', async () => {
  const { press } = await startSaving();
  await press('Save Profile');
  act(() => session.setState({ user: { id: 'bob', email: 'bob@example.com' } }));
  expect(screen.queryByLabelText('Display Name')).toBeNull();
  await act(() => platform.answer('updateDisplayName'));
  expect(head()).not.toContain('Countess');
  expect(platform.notices()).toEqual([]);
  await act(() => platform.letGo());
  platform.hold();
  await press('Save Profile');
  act(() => platform.loseSession());
  await act(() => platform.fail('updateDisplayName', 'auth'));
  expect(platform.notices()).toEqual([`${NAME_FAILED} Your session has ended. Please sign in again.`]);
});

it('account-input: the rules of a new password are ticked off while it is typed, and are no error before it is submitted', async () => {
  const { type } = await renderSettings();
  const rules = ['At least 8 characters', 'An uppercase letter', 'A lowercase letter', 'A number'];
  for (const [typed, met] of [
    ['-', '----'],
    ['12345678', 'x--x'],
    ['Ñandú٣xyz', 'xxxx'],
    ['pA1', '-xxx'],
    ['pA-----', '-xx-'],
  ] as const) {
    await type('New Password', typed);
    const expected = rules.map((rule, index) => `${met[index] === 'x' ? 'Done' : 'Not yet'}: ${rule}`);
    expect(describedBy(field('New Password'))).toEqual([`A new password needs:${expected.join('')}`]);
  }
  expect(field('New Password').getAttribute('aria-invalid')).toBeNull();
  expect(platform.notices()).toEqual([]);
});

it('password-change: the typed password is hidden until its Show password is pressed, and keeps its text', async () => {
  const { user, type } = await renderSettings();
  await type('New Password', NEW_PASSWORD);
  const types = () => ['New Password', 'Confirm Password'].map((label) => field(label).type);
  expect(types()).toEqual(['password', 'password']);
  const [show] = screen.getAllByRole('button', { name: 'Show password' });
  for (const [shown, pressed] of [
    ['text', 'true'],
    ['password', 'false'],
  ] as const) {
    await user.click(show ?? document.body);
    expect([...types(), show?.getAttribute('aria-pressed')]).toEqual([shown, 'password', pressed]);
    expect(field('New Password').value).toBe(NEW_PASSWORD);
  }
});

const LONG = `1${'a'.repeat(100)}`;
const TOO_LONG = 'Password must be less than 100 characters';
const UPPER = 'Password must contain at least one uppercase letter';

it.each([
  ['', '', 'Please fill in all fields', 'New Password'],
  [NEW_PASSWORD, '', 'Please fill in all fields', 'Confirm Password'],
  [NEW_PASSWORD, `${NEW_PASSWORD} `, 'Passwords do not match', 'Confirm Password'],
  [LONG, LONG, `${TOO_LONG}. ${UPPER}`, 'New Password'],
])(
  'account-input: the new password %j, confirmed as %j, is rejected: %s',
  async (first, second, sentence, wrong) => {
    const { type, press } = await renderSettings();
    await type('New Password', first);
    await type('Confirm Password', second);
    await press('Change Password');
    expect(platform.notices()).toEqual([`! ${sentence}`]);
    expect(document.activeElement).toBe(field(wrong));
    expect(describedBy(field(wrong)).join('. ')).toContain(sentence);
    expect([field('New Password').value, field('Confirm Password').value]).toEqual([first, second]);
    expect(platform.calls('changePassword')).toEqual([]);
  },
);

it('password-change: a failure keeps the fields, marks them invalid only if the server rejects the password, and can be retried', async () => {
  const { type, press } = await renderSettings();
  await type('New Password', NEW_PASSWORD);
  await type('Confirm Password', NEW_PASSWORD);
  const bytes = 'Password cannot be longer than 72 characters';
  for (const [failure, reason, isFieldError] of [
    ['network', '', false],
    [TOO_MANY, ` ${LIMIT}`, false],
    [{ kind: 'rejected', status: 400, code: 'validation_failed', message: bytes }, ` ${bytes}`, true],
  ] as const) {
    platform.failEach('changePassword', failure);
    await press('Change Password');
    expect(platform.notices().at(-1)).toBe(PASSWORD_FAILED + reason);
    expect(field('New Password').getAttribute('aria-invalid')).toBe(isFieldError ? 'true' : null);
    expect(describedBy(field('New Password')).includes(bytes)).toBe(isFieldError);
    const values = ['New Password', 'Confirm Password'].map((label) => field(label).value);
    expect(values).toEqual([NEW_PASSWORD, NEW_PASSWORD]);
  }
  platform.failEach('changePassword', null);
  await press('Change Password');
  expect(platform.notices().at(-1)).toBe('Password changed successfully!');
  expect([field('New Password').value, field('Confirm Password').value]).toEqual(['', '']);
});

it('own-data: deleting the account needs its email address; a failure is shown in the dialog, and can be retried', async () => {
  const { user, type, press } = await renderSettings();
  const confirm = () => user.click(dialog().getByRole('button', { name: 'Delete account' }));
  await press('Delete account…');
  const label = 'Type your email address to confirm';
  for (const typed of ['', 'DELETE', `x${USER.email}`]) {
    await type(label, typed);
    await confirm();
    expect(describedBy(field(label))).toEqual(['This is not the email address of your account']);
    expect(document.activeElement).toBe(field(label));
    expect(field(label).value).toBe(typed);
  }
  expect(platform.calls('removeAccount')).toEqual([]);

  await type(label, `  ${USER.email?.toUpperCase()} `);
  platform.failEach('removeAccount', 'network');
  await confirm();
  const sentence = 'Failed to delete your account. Please try again.';
  await waitFor(() => expect(dialog().getByRole('alert').textContent).toBe(sentence));
  expect(field(label).value).toContain(USER.email?.toUpperCase());

  platform.failEach('removeAccount', null);
  await confirm();
  await waitFor(() => expect(platform.notices()).toEqual(['Your account has been deleted']));
});

it('own-data: an account without an email address is deleted with a word', async () => {
  session.setState({ user: { ...USER, email: null } });
  const { user, press } = await renderSettings();
  await press('Delete account…');
  for (const typed of ['{Enter}', 'delete{Enter}']) {
    expect(platform.calls('removeAccount')).toEqual([]);
    await user.type(field('Type DELETE to confirm'), typed);
  }
  await waitFor(() => expect(platform.notices()).toEqual(['Your account has been deleted']));
});

it('keyboard-shortcuts: one switch is for all single keys, and the choice is stored', async () => {
  localStorage.clear();
  const { user } = await renderSettings();
  const box = () => screen.getByRole('checkbox', { name: 'Single-key shortcuts' });
  expect(box()).toHaveProperty('checked', true);
  await user.click(box());
  cleanup();
  await renderSettings();
  expect(box()).toHaveProperty('checked', false);
  await user.click(box());
  expect(box()).toHaveProperty('checked', true);
  expect(localStorage.length).toBe(0);
});
