// @vitest-environment jsdom
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { calendarFeed, platform } from '@space/platform/testing';
import '../testing/dialogs.ts';
import { CalendarCard } from './CalendarCard.tsx';

vi.mock('@space/platform', () => import('@space/platform/testing'));

const CREATE_FAILED = 'Failed to create the address. Please try again.';
const addressOf = (secret: string) => `http://localhost:3000/calendar/${secret.padStart(64, '0')}.ics`;

const card = () => screen.getByRole('region', { name: 'Calendar feed' });
const field = () => within(card()).getByLabelText<HTMLInputElement>('Address of your calendar');
const button = (name: string) => within(card()).getByRole('button', { name });
const dialogButton = (name: string) => within(screen.getByRole('dialog')).getByRole('button', { name });

function serveFeeds(address: string) {
  const meta = document.createElement('meta');
  Object.assign(meta, { name: 'calendar-feed', content: address });
  document.head.replaceChildren(meta);
}

beforeEach(() => {
  platform.reset();
  serveFeeds('/calendar');
});
afterEach(cleanup);

async function renderCard() {
  const user = userEvent.setup();
  render(<CalendarCard />);
  await waitFor(() => expect(card().getAttribute('aria-busy')).toBeNull());
  return user;
}

it('calendar-feed: a new address has the focus, and is never shown again', async () => {
  const user = await renderCard();
  expect(card().textContent).toContain('No address is in use.');
  platform.hold();
  await user.click(button('Create an address'));
  await user.click(button('Creating…'));
  await act(() => platform.letGo());
  expect(platform.calls('renewFeed')).toHaveLength(1);
  expect(platform.notices()).toEqual(['Your calendar address was created']);
  expect(field().value).toBe(addressOf('1'));
  expect(document.activeElement).toBe(field());
  expect(card().textContent).toContain('it is shown this once');

  act(() => platform.comeBack()); // from the calendar app, after pasting the address
  await waitFor(() => expect(platform.calls('feedSince')).toHaveLength(2));
  expect(field().value).toBe(addressOf('1'));

  cleanup();
  await renderCard();
  expect(within(card()).queryByRole('textbox')).toBeNull();
  expect(card().textContent).toContain('An address is in use since Nov 1, 2026.');
});

it('calendar-feed: if copying fails the address is selected, and a notice says so', async () => {
  const user = await renderCard();
  await user.click(button('Create an address'));
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('not allowed'));
  await user.click(button('Copy'));
  const sentence = '! The address could not be copied. It is selected: please copy it yourself.';
  expect(platform.notices().at(-1)).toBe(sentence);
  expect(document.activeElement).toBe(field());
  expect([field().selectionStart, field().selectionEnd]).toEqual([0, field().value.length]);
});

it('calendar-feed: renewing and withdrawing ask for confirmation, and the focus moves to the result', async () => {
  await calendarFeed.renew();
  const user = await renderCard();
  for (const name of ['Renew', 'Withdraw']) {
    await user.click(button(name));
    await user.click(dialogButton('Keep it'));
  }
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(platform.calls('renewFeed')).toHaveLength(1);
  expect(platform.calls('withdrawFeed')).toEqual([]);

  await user.click(button('Renew'));
  expect(screen.getByRole('dialog').textContent).toContain('The old address stops at once.');
  await user.click(dialogButton('Renew'));
  await waitFor(() => expect(field().value).toBe(addressOf('2')));
  expect(document.activeElement).toBe(field());

  await user.click(button('Withdraw'));
  await user.click(dialogButton('Withdraw'));
  await waitFor(() => expect(document.activeElement).toBe(button('Create an address')));
  expect(platform.notices().at(-1)).toBe('Your calendar address was withdrawn');
  expect(card().textContent).toContain('No address is in use.');
});

it('calendar-feed: a failed change shows the reason, keeps the shown address, and can be retried', async () => {
  const user = await renderCard();
  platform.failEach('renewFeed', 'network');
  platform.setOnline(false);
  await user.click(button('Create an address'));
  expect(platform.notices()).toEqual([`! ${CREATE_FAILED} You are offline.`]);
  platform.setOnline(true);
  platform.failEach('renewFeed', null);
  await user.click(button('Create an address'));
  await waitFor(() => expect(field().value).toContain('/calendar/'));

  const address = field().value;
  platform.failEach('withdrawFeed', 'network');
  await user.click(button('Withdraw'));
  await user.click(dialogButton('Withdraw'));
  const sentence = '! Failed to withdraw the address. Please try again.';
  await waitFor(() => expect(platform.notices().at(-1)).toBe(sentence));
  expect(field().value).toBe(address);
});

it('calendar-feed: a failure to load is shown in the card, and Retry loads it', async () => {
  platform.failEach('feedSince', 'network');
  const user = await renderCard();
  expect(within(card()).getByText('Failed to load your calendar address')).toBeTruthy();
  expect(platform.notices()).toEqual([]);
  platform.failEach('feedSince', null);
  await user.click(button('Retry'));
  await waitFor(() => expect(document.activeElement).toBe(button('Create an address')));
});

it('calendar-feed: another device’s change is shown when the user returns to the page', async () => {
  const user = await renderCard();
  await user.click(button('Create an address'));
  await waitFor(() => field());
  await calendarFeed.withdraw();
  act(() => platform.comeBack());
  await waitFor(() => expect(card().textContent).toContain('No address is in use.'));
  expect(within(card()).queryByRole('textbox')).toBeNull();
});

it('calendar-feed: shows no card and sends no request if the site has no calendar feeds', async () => {
  for (const address of ['', null]) {
    if (address === null) document.head.replaceChildren();
    else serveFeeds(address);
    const { container } = render(<CalendarCard />);
    expect(container.textContent).toBe('');
  }
  expect(platform.calls('feedSince')).toEqual([]);
});
