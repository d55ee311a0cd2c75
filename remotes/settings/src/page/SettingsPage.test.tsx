// @vitest-environment jsdom
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { MemoryRouter, USER, platform, profiles } from '@space/platform/testing';
import '../testing/dialogs.ts';
import { SettingsPage } from './SettingsPage.tsx';

vi.mock('@space/platform', () => import('@space/platform/testing'));

const NEW_PASSWORD = 'N3w-Passw0rd';
const NAME_FAILED = 'Failed to update profile. Please try again.';
const PASSWORD_FAILED = 'Failed to change password. Please try again.';
const LIMIT = 'Too many changes. Please try again in 40 seconds.';
const TOO_MANY = { kind: 'rejected', status: 429, message: LIMIT } as const;

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const button = (name: string) => screen.getByRole('button', { name });
const dialog = () => within(screen.getByRole('dialog', { name: 'Delete your account?' }));

/** The texts of the elements that describe a field. */
const describedBy = (input: HTMLElement) =>
  (input.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.querySelector(`[id="${id}"]`)?.textContent ?? '')
    .filter(Boolean);

beforeEach(() => platform.reset());
afterEach(cleanup);

/** Renders the settings and waits for the profile; returns functions that act as the user. */
async function renderSettings() {
  render(
    <MemoryRouter initialEntries={['/settings']}>
      <SettingsPage />
    </MemoryRouter>,
  );
  await waitFor(() => field('Display Name'));
  const user = userEvent.setup();
  return {
    user,
    async type(label: string, text: string): Promise<void> {
      await user.clear(field(label));
      await user.click(field(label));
      await user.paste(text);
    },
  };
}

it.each([
  [2, '1 day'],
  [3, '2 days'],
])('on %i November the badges are Member, %j, Goals and Achiever', async (day, age) => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, day, 8, 0, 1) });
  await renderSettings();
  vi.useRealTimers();
  const badges = within(screen.getByRole('list', { name: 'Badges' })).getAllByRole('listitem');
  expect(badges.map((badge) => badge.textContent)).toEqual(['Member', age, 'Goals', 'Achiever']);
});

it('an invalid name is rejected beside its field, which keeps it; a valid one is trimmed and saved once', async () => {
  const { user, type } = await renderSettings();
  const characters = 'Display name can only contain letters, numbers, spaces, hyphens, and underscores';
  for (const [name, sentence] of [
    ['  ', 'Display name cannot be empty'],
    [`${'a'.repeat(101)}!`, `Display name must be less than 100 characters. ${characters}`],
  ] as const) {
    await type('Display Name', name);
    await user.click(button('Save Profile'));
    expect(platform.notices().at(-1)).toBe(`! ${sentence}`);
    expect(describedBy(field('Display Name'))).toEqual([sentence]);
    expect(document.activeElement).toBe(field('Display Name'));
    expect(field('Display Name').value).toBe(name);
  }
  expect(platform.calls('updateDisplayName')).toEqual([]);

  platform.hold();
  await type('Display Name', ' Ada ');
  await user.click(button('Save Profile'));
  expect(button('Save Profile').getAttribute('aria-disabled')).toBe('true');
  await user.click(button('Save Profile'));
  await user.type(field('Display Name'), '{Enter}');
  await act(() => platform.letGo());
  expect(platform.calls('updateDisplayName')).toEqual([[USER.id, 'Ada']]);
  expect(platform.notices().at(-1)).toBe('Profile updated successfully!');
  expect(field('Display Name').value).toBe('Ada');
  expect(screen.getByRole('region', { name: 'Your profile' }).textContent).toContain('Ada');
});

it('a name that cannot be saved stays in its field with a notice, and can be saved later', async () => {
  const { user, type } = await renderSettings();
  platform.failEach('updateDisplayName', TOO_MANY);
  await type('Display Name', 'Ada');
  await user.click(button('Save Profile'));
  expect(platform.notices()).toEqual([`! ${NAME_FAILED} ${LIMIT}`]);
  expect(screen.getByRole('region', { name: 'Your profile' }).textContent).toContain('No name yet');
  expect(field('Display Name').value).toBe('Ada');
  platform.failEach('updateDisplayName', null);
  await user.click(button('Save Profile'));
  expect(platform.notices().at(-1)).toBe('Profile updated successfully!');
});

it('a background refresh keeps typed text; an untouched field shows what another device saved', async () => {
  const { type } = await renderSettings();
  const head = screen.getByRole('region', { name: 'Your profile' });
  expect(head.textContent).toContain('No name yet');
  const renameElsewhere = async (name: string) => {
    await profiles.updateDisplayName(USER.id, name);
    act(() => platform.comeBack());
    await waitFor(() => expect(head.textContent).toContain(name));
  };
  await renameElsewhere('Ada');
  expect(field('Display Name').value).toBe('Ada');
  await type('Display Name', 'Countess of Lovel');
  await type('New Password', 'half a pass');
  await renameElsewhere('Augusta');
  expect(field('Display Name').value).toBe('Countess of Lovel');
  expect(field('New Password').value).toBe('half a pass');
});

it('the rules of a new password are ticked off while it is typed, and are no error before it is submitted', async () => {
  const { type } = await renderSettings();
  for (const [typed, met] of [
    ['-', []],
    ['12345678', [0, 3]],
    ['Ñandú٣xyz', [0, 1, 2, 3]],
    ['pA1', [1, 2, 3]],
    ['pA1-----', [0, 1, 2, 3]],
    ['pA-----', [1, 2]],
  ] as const) {
    await type('New Password', typed);
    const rules = ['At least 8 characters', 'An uppercase letter', 'A lowercase letter', 'A number'];
    const isMet = (index: number) => met.some((rule) => rule === index);
    const expected = rules.map((rule, index) => `${isMet(index) ? 'Done' : 'Not yet'}: ${rule}`);
    expect(describedBy(field('New Password'))).toEqual([`A new password needs:${expected.join('')}`]);
  }
  expect(field('New Password').getAttribute('aria-invalid')).toBeNull();
  expect(platform.notices()).toEqual([]);
});

it('a typed password can be shown while the other stays hidden', async () => {
  const { user, type } = await renderSettings();
  await type('New Password', NEW_PASSWORD);
  const [show = document.body] = screen.getAllByRole('button', { name: 'Show password' });
  for (const isShown of [true, false]) {
    await user.click(show);
    expect(show.getAttribute('aria-pressed')).toBe(String(isShown));
    expect(field('New Password').type).toBe(isShown ? 'text' : 'password');
    expect(field('New Password').value).toBe(NEW_PASSWORD);
    expect(field('Confirm Password').type).toBe('password');
  }
});

const FILL_IN = 'Please fill in all fields';
const MISMATCH = 'Passwords do not match';
const LONG = 'Password must be less than 100 characters';
const UPPER = 'Password must contain at least one uppercase letter';

it.each([
  ['', '', FILL_IN, 'New Password'],
  [NEW_PASSWORD, '', FILL_IN, 'Confirm Password'],
  [NEW_PASSWORD, `${NEW_PASSWORD} `, MISMATCH, 'Confirm Password'],
  [`1${'a'.repeat(100)}`, `1${'a'.repeat(100)}`, `${LONG}. ${UPPER}`, 'New Password'],
])('the new password %j, confirmed as %j, is rejected: %s', async (first, second, sentence, wrongField) => {
  const { user, type } = await renderSettings();
  await type('New Password', first);
  await type('Confirm Password', second);
  await user.click(button('Change Password'));
  expect(platform.notices()).toEqual([`! ${sentence}`]);
  expect(document.activeElement).toBe(field(wrongField));
  expect(describedBy(field(wrongField)).join('. ')).toContain(sentence);
  expect([field('New Password').value, field('Confirm Password').value]).toEqual([first, second]);
  expect(platform.calls('changePassword')).toEqual([]);
});

it('a failed password change keeps the fields, marks them invalid only if the server rejects it, and can be retried', async () => {
  const { user, type } = await renderSettings();
  await type('New Password', NEW_PASSWORD);
  await type('Confirm Password', NEW_PASSWORD);
  const bytes = 'Password cannot be longer than 72 characters';
  for (const [failure, notice, isFieldError] of [
    ['network', PASSWORD_FAILED, false],
    [TOO_MANY, `${PASSWORD_FAILED} ${LIMIT}`, false],
    [
      { kind: 'rejected', status: 400, code: 'validation_failed', message: bytes },
      `${PASSWORD_FAILED} ${bytes}`,
      true,
    ],
  ] as const) {
    platform.failEach('changePassword', failure);
    await user.click(button('Change Password'));
    expect(platform.notices().at(-1)).toBe(`! ${notice}`);
    expect(field('New Password').getAttribute('aria-invalid')).toBe(isFieldError ? 'true' : null);
    expect(describedBy(field('New Password')).includes(bytes)).toBe(isFieldError);
    expect(field('New Password').value).toBe(NEW_PASSWORD);
    expect(field('Confirm Password').value).toBe(NEW_PASSWORD);
  }
  platform.failEach('changePassword', null);
  await user.click(button('Change Password'));
  expect(platform.notices().at(-1)).toBe('Password changed successfully!');
  expect([field('New Password').value, field('Confirm Password').value]).toEqual(['', '']);
});

it('a failed download shows a notice, and the focus stays on the button', async () => {
  const { user } = await renderSettings();
  platform.failEach('listAll', 'network');
  await user.click(button('Download everything'));
  expect(platform.notices()).toEqual(['! Failed to download your data. Please try again.']);
  expect(document.activeElement).toBe(button('Download everything'));
});

it('deleting the account needs its email address; a failure is shown in the dialog, and can be retried', async () => {
  const { user, type } = await renderSettings();
  await user.click(button('Delete account…'));
  const label = 'Type your email address to confirm';
  for (const typed of ['', 'DELETE', `x${USER.email}`]) {
    await type(label, typed);
    await user.click(dialog().getByRole('button', { name: 'Delete account' }));
    expect(describedBy(field(label))).toEqual(['This is not the email address of your account']);
    expect(document.activeElement).toBe(field(label));
    expect(field(label).value).toBe(typed);
  }
  expect(platform.calls('removeAccount')).toEqual([]);

  await type(label, USER.email ?? '');
  platform.failEach('removeAccount', 'network');
  await user.click(dialog().getByRole('button', { name: 'Delete account' }));
  const sentence = 'Failed to delete your account. Please try again.';
  await waitFor(() => expect(dialog().getByRole('alert').textContent).toBe(sentence));
  expect(field(label).value).toBe(USER.email);

  platform.failEach('removeAccount', null);
  platform.hold();
  await user.click(dialog().getByRole('button', { name: 'Delete account' }));
  await user.click(dialog().getByRole('button', { name: 'Deleting…' }));
  await act(() => platform.letGo());
  expect(platform.calls('removeAccount')).toHaveLength(2);
  expect(platform.notices()).toEqual(['Your account has been deleted']);
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
