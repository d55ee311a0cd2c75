import { act, cleanup, configure, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect } from 'vitest';
import type { Task } from '@space/domain';
import { MemoryRouter, platform, type Failure } from '@space/platform/testing';
import { DashboardPage } from '../dashboard/DashboardPage.tsx';

// What jsdom lacks because it lays nothing out.
Object.assign(Element.prototype, {
  hasPointerCapture: () => false,
  releasePointerCapture: () => {},
  scrollIntoView: () => {},
  setPointerCapture: () => {},
  // Its style sheet hides what is not shown in a top layer, which it does not have.
  showPopover(this: Element) {
    this.removeAttribute('popover');
  },
});
Object.assign(HTMLDialogElement.prototype, {
  showModal(this: HTMLDialogElement) {
    this.open = true;
    this.querySelector<HTMLElement>('[role="combobox"]')?.focus();
  },
  close(this: HTMLDialogElement) {
    this.open = false;
  },
});
Object.assign(window, {
  matchMedia: () => Object.assign(new EventTarget(), { matches: false }),
  ResizeObserver: class {
    observe(): void {}
    disconnect(): void {}
  },
});

configure({
  // The whole page in a failure's message hides the message.
  getElementError: (message) => new Error(message?.split('\n', 1)[0]),
  // On a busy machine frames are slow to come.
  asyncUtilTimeout: 10_000,
});

beforeEach(() => {
  platform.reset();
  localStorage.clear();
});
afterEach(async () => {
  cleanup();
  // What is said two frames later (`afterPaint`) is still of the test that did it.
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
});

/** Shows the dashboard of a week with these tasks, once they are there; returns the person who uses it. */
export async function renderDashboard(...tasks: readonly Task[]) {
  platform.plant(...tasks);
  render(
    <MemoryRouter initialEntries={['/dashboard']}>
      <DashboardPage />
    </MemoryRouter>,
  );
  await act(() => platform.letGo());
  return userEvent.setup();
}

/** Lets the server answer the call that waits: as it would, or with a value. */
export const answer = (name: string, value?: unknown) => act(() => platform.answer(name, value));

/** Lets the server refuse what was asked of it. */
export const fail = (name: string, failure?: Failure) => act(() => platform.fail(name, failure));

export const day = (name: string) => within(screen.getByRole('region', { name }));

/** Waits until a task's row has the focus. */
export const untilFocused = (title: string) =>
  waitFor(() => expect(document.activeElement).toBe(screen.getByRole('checkbox', { name: title })));

/** What stands on Monday, the first shown day. */
export const monday = () => day('Monday Nov 16');

/** The rows of Monday as they are read, title and emoji. */
export const mondayRows = () =>
  monday()
    .queryAllByRole('listitem')
    .map((row) => row.textContent);

export const row = (title: string) => {
  const item = screen.getByRole('checkbox', { name: title }).closest('li');
  if (!item) throw new Error(`There is no row of ${title}`);
  return within(item);
};

/** The field of the open composer, if one is open. */
export const composer = () => screen.queryByRole<HTMLInputElement>('textbox', { name: 'New task' });

/** Waits until the composer has closed; Monday has these rows then. */
export async function untilAdded(...rows: readonly string[]): Promise<void> {
  await waitFor(() => expect(composer()).toBeNull());
  expect(mondayRows()).toEqual(rows);
}
