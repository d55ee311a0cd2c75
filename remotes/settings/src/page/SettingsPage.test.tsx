// @vitest-environment jsdom
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { USER, platform, profiles, session } from '@space/platform/testing';
import * as page from '../testing/page.tsx';
import { SettingsPage } from './SettingsPage.tsx';

const [NAME, NEW, CONFIRM] = ['Display Name', 'New Password', 'Confirm Password'];
const NEW_PASSWORD = 'N3w-Passw0rd';
const SAVED = 'Profile updated successfully!';
const NAME_FAILED = '! Failed to update profile. Please try again.';
const PASSWORD_FAILED = '! Failed to change password. Please try again.';
const LIMIT = 'Too many changes. Please try again in 40 seconds.';
const TOO_MANY = { kind: 'rejected', status: 429, message: LIMIT } as const;

const { field, focused, press, said, type } = page;
const value = (label: string) => field(label).value;
const head = () => screen.getByRole('region', { name: 'Your profile' }).textContent;
const isSaving = () => page.button('Save Profile').ariaDisabled === 'true';

/** Renders the settings and waits for the profile. */
async function openSettings(): Promise<void> {
  page.open(<SettingsPage />);
  await waitFor(() => field(NAME));
}

it('settings-badges, settings-cards, keyboard-shortcuts: badges with the age of the account; the cards in their order; one switch for all single keys, which is stored', async () => {
  localStorage.clear();
  const box = () => screen.getByRole<HTMLInputElement>('checkbox', { name: 'Single-key shortcuts' });
  page.serveFeeds();
  for (const [index, age] of ['1 day', '2 days'].entries()) {
    cleanup();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, index + 2, 8, 0, 1) });
    await openSettings();
    const badges = within(screen.getByRole('list', { name: 'Badges' })).getAllByRole('listitem');
    expect(badges.map((badge) => badge.textContent)).toEqual(['Member', age, 'Goals', 'Achiever']);
    expect(box().checked).toBe(index === 0);
    await page.user.click(box());
  }
  expect([box().checked, localStorage.length]).toEqual([true, 0]);
  const titles = screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent);
  expect(titles.join(', ')).toBe(
    'Profile Information, Change Password, Keyboard shortcuts, Upgrade Account, ' +
      'Your data, Import, Calendar feed, Delete account',
  );
  for (const name of ['Back to Dashboard', 'View Pricing Plans']) screen.getByRole('link', { name });
});

it('display-name, account-input: the rules of a new password are ticked off while it is typed; it is hidden until Show password is pressed; what breaks a rule stays in its field and sends nothing; the reason is beside it and in a notice', async () => {
  await openSettings();
  const rules = ['At least 8 characters', 'An uppercase letter', 'A lowercase letter', 'A number'];
  for (const [typed, met] of [
    ['-', '----'],
    ['12345678', 'x--x'],
    ['Ñandú٣xyz', 'xxxx'],
    ['pA1', '-xxx'],
    ['pA-----', '-xx-'],
  ] as const) {
    await type(NEW, typed);
    const expected = rules.map((rule, index) => `${met[index] === 'x' ? 'Done' : 'Not yet'}: ${rule}`);
    expect(page.describedBy(NEW)).toEqual([`A new password needs:${expected.join('')}`]);
  }
  // They are no error before it is submitted.
  expect([field(NEW).ariaInvalid, platform.notices()]).toEqual([null, []]);
  const [show] = screen.getAllByRole('button', { name: 'Show password' });
  for (const [type, isPressed] of [
    ['password', 'false'],
    ['text', 'true'],
    ['password', 'false'],
  ]) {
    expect([field(NEW).type, field(CONFIRM).type, show?.ariaPressed]).toEqual([type, 'password', isPressed]);
    await page.user.click(show as HTMLElement);
  }

  const characters = 'Display name can only contain letters, numbers, spaces, hyphens, and underscores';
  const uppercase = 'Password must contain at least one uppercase letter';
  const long = `1${'a'.repeat(100)}`;
  for (const [values, sentence, wrong] of [
    [{ [NAME]: '  ' }, 'Display name cannot be empty', NAME],
    [{ [NAME]: `${long}!` }, `Display name must be less than 100 characters. ${characters}`, NAME],
    [{ [NEW]: '', [CONFIRM]: '' }, 'Please fill in all fields', NEW],
    [{ [NEW]: NEW_PASSWORD, [CONFIRM]: '' }, 'Please fill in all fields', CONFIRM],
    [{ [NEW]: NEW_PASSWORD, [CONFIRM]: `${NEW_PASSWORD} ` }, 'Passwords do not match', CONFIRM],
    [{ [NEW]: long, [CONFIRM]: long }, `Password must be less than 100 characters. ${uppercase}`, NEW],
  ] as const) {
    for (const [label, text] of Object.entries(values)) await type(label, text);
    await press(wrong === NAME ? 'Save Profile' : 'Change Password');
    expect([said(), focused()]).toEqual([`! ${sentence}`, field(wrong)]);
    expect(page.describedBy(wrong).join('. ')).toContain(sentence);
    expect(Object.keys(values).map(value)).toEqual(Object.values(values));
  }
  expect(['updateDisplayName', 'changePassword'].flatMap((name) => platform.calls(name))).toEqual([]);
});

it('profile-query, display-name, password-change: a failed load can be retried, and gives the focus to the field; returning to the page fails silently; a failure keeps what was typed, and marks the field only if the server rejects it; saving is done once', async () => {
  platform.failEach('getProfile', 'network');
  page.open(<SettingsPage />);
  await page.untilSaid('! Failed to load profile');
  await page.comeBack();
  platform.hold();
  await press('Retry');
  expect(focused()).toBe(page.button('Retry'));
  platform.failEach('getProfile', null);
  await page.answerAll();
  expect(focused()).toBe(field(NAME));
  await page.failing('getProfile', 'network', page.comeBack);
  expect([head()?.includes('No name yet'), platform.notices().length]).toEqual([true, 1]);

  const typed = [' Ada ', NEW_PASSWORD, NEW_PASSWORD] as const;
  for (const [index, label] of [NAME, NEW, CONFIRM].entries()) await type(label, typed[index] ?? '');
  const bytes = 'Password cannot be longer than 72 characters';
  const tooLong = { kind: 'rejected', code: 'validation_failed', message: bytes } as const;
  for (const [name, request, failure, notice] of [
    ['Save Profile', 'updateDisplayName', TOO_MANY, `${NAME_FAILED} ${LIMIT}`],
    ['Change Password', 'changePassword', 'network', PASSWORD_FAILED],
    ['Change Password', 'changePassword', TOO_MANY, `${PASSWORD_FAILED} ${LIMIT}`],
    ['Change Password', 'changePassword', tooLong, `${PASSWORD_FAILED} ${bytes}`],
  ] as const) {
    await page.failing(request, failure, () => press(name));
    expect([said(), ...[NAME, NEW, CONFIRM].map(value)]).toEqual([notice, ...typed]);
    const isMarked = [field(NAME).ariaInvalid, field(NEW).ariaInvalid, page.describedBy(NEW).includes(bytes)];
    expect(isMarked).toEqual(failure === tooLong ? [null, 'true', true] : [null, null, false]);
  }
  expect(head()).toContain('No name yet');
  await press('Change Password');
  expect([said(), value(NEW), value(CONFIRM)]).toEqual(['Password changed successfully!', '', '']);
  platform.hold();
  await press('Save Profile');
  expect(isSaving()).toBe(true);
  await press('Save Profile');
  await page.user.type(field(NAME), '{Enter}');
  await page.answerAll();
  expect(platform.calls('updateDisplayName').slice(1)).toEqual([[USER.id, 'Ada']]);
  expect([said(), value(NAME), head()?.includes('Ada')]).toEqual([SAVED, 'Ada', true]);
});

it('return-refresh, display-name, sign-out: typed text stays, an untouched field shows what another device saved, no load undoes a saved name, and the next user sees nothing', async () => {
  await openSettings();
  const renameElsewhere = async (name: string) => {
    await profiles.updateDisplayName(USER.id, name);
    await page.comeBack();
    expect(head()).toContain(name);
  };
  await renameElsewhere('Ada');
  expect(value(NAME)).toBe('Ada');
  await type(NAME, 'Countess');
  await type(NEW, 'half a pass');
  await renameElsewhere('Augusta');
  expect([NAME, NEW].map(value)).toEqual(['Countess', 'half a pass']);
  const old = await profiles.get(USER.id);
  platform.hold();
  await page.comeBack();
  await press('Save Profile');
  // Saving goes on when the page is left.
  cleanup();
  page.open(<SettingsPage />);
  await page.comeBack();
  expect(platform.waiting().filter((name) => name === 'getProfile')).toHaveLength(1);
  expect(isSaving()).toBe(true);
  await page.answer('updateDisplayName');
  expect(platform.notices()).toEqual([SAVED]);
  await page.answer('getProfile', old);
  expect([head()?.includes('Countess'), value(NAME)]).toEqual([true, 'Countess']);

  await type(NAME, 'Countess of Lovelace');
  await type(NEW, 'half a pass');
  await press('Save Profile');
  act(() => session.setState({ user: { id: 'bob', email: 'bob@example.com' } }));
  expect([screen.queryByLabelText(NAME), value(NEW)]).toEqual([null, '']);
  await page.answer('updateDisplayName');
  expect([head()?.includes('Countess'), platform.notices()]).toEqual([false, [SAVED]]);
  await page.answerAll();
  platform.hold();
  await press('Save Profile');
  act(() => platform.loseSession());
  await page.fail('updateDisplayName', 'auth');
  expect(said()).toBe(`${NAME_FAILED} Your session has ended. Please sign in again.`);
});

it('own-data: deleting the account needs its email address, or a word without one; a failure is shown in the dialog', async () => {
  const [word, label] = ['Type DELETE to confirm', 'Type your email address to confirm'];
  await openSettings();
  act(() => session.setState({ user: { ...USER, email: null } }));
  await press('Delete account…');
  await page.pressInDialog('Delete account');
  expect(platform.calls('removeAccount')).toEqual([]);
  await type(word, 'delete');
  await page.failing('removeAccount', 'network', () => page.pressInDialog('Delete account'));
  const sentence = 'Failed to delete your account. Please try again.';
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(sentence));
  expect(value(word)).toBe('delete');
  act(() => session.setState({ user: USER }));
  for (const wrong of ['', 'DELETE', `x${USER.email}`]) {
    await type(label, wrong);
    await page.pressInDialog('Delete account');
    expect(page.describedBy(label)).toEqual(['This is not the email address of your account']);
    expect([focused(), value(label)]).toEqual([field(label), wrong]);
  }
  expect(platform.calls('removeAccount')).toHaveLength(1);
  await type(label, `  ${USER.email?.toUpperCase()} `);
  await page.pressInDialog('Delete account');
  await page.untilSaid('Your account has been deleted');
});
