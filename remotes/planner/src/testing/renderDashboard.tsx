import { act, cleanup, configure, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect } from 'vitest';
import type { Task } from '@space/domain';
import { MemoryRouter, platform, type Failure } from '@space/platform/testing';
import { DashboardPage } from '../dashboard/DashboardPage.tsx';
import { endSilence } from '../keys/keyboard.ts';

// The APIs that jsdom lacks because it has no layout.
Object.assign(Element.prototype, {
  hasPointerCapture: () => false,
  releasePointerCapture: () => {},
  scrollIntoView: () => {},
  setPointerCapture: () => {},
  // The style sheet of jsdom hides popovers that are not in the top layer, which jsdom does not have.
  showPopover(this: Element) {
    this.removeAttribute('popover');
  },
});
Object.assign(Range.prototype, { getClientRects: () => [] });
Object.assign(HTMLDialogElement.prototype, {
  showModal(this: HTMLDialogElement) {
    this.open = true;
    this.querySelector<HTMLElement>('input')?.focus();
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
  // By default the whole page follows the error message, and hides it.
  getElementError: (message) => new Error(message?.split('\n', 1)[0]),
  // On a busy machine frames are slow.
  asyncUtilTimeout: 10_000,
});

beforeEach(() => {
  endSilence();
  localStorage.clear();
  platform.reset();
});
afterEach(async () => {
  cleanup();
  // Callbacks of `afterPaint` run two frames later, and still belong to the test that caused them.
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
});

/** Renders the dashboard of a week with these tasks. */
function openDashboard(tasks: readonly Task[]): void {
  platform.plant(...tasks);
  render(
    <MemoryRouter initialEntries={['/dashboard']}>
      <DashboardPage />
    </MemoryRouter>,
  );
}

/** Renders the dashboard of a week whose requests stay pending. */
export function renderPending(...tasks: readonly Task[]): void {
  platform.hold();
  openDashboard(tasks);
}

/** Renders the dashboard of a week, waits until these tasks are loaded, and returns the simulated user. */
export async function renderDashboard(...tasks: readonly Task[]) {
  openDashboard(tasks);
  await act(() => platform.letGo());
  return userEvent.setup();
}

/** Lets the server respond to the pending request: with its own result, or with a given value. */
export const answer = (name: string, value?: unknown) => act(() => platform.answer(name, value));

/** Lets the pending request fail. */
export const fail = (name: string, failure?: Failure) => act(() => platform.fail(name, failure));

export const day = (name: string) => within(screen.getByRole('region', { name }));

/** Waits until a task's row has the focus. */
export const untilFocused = (title: string) =>
  waitFor(() => expect(document.activeElement).toBe(screen.getByRole('checkbox', { name: title })));

/** The queries inside Monday, the first shown day. */
export const monday = () => day('Monday Nov 16');

/** The texts of Monday's rows: title and emoji. */
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

/** Waits for these rows on Monday. */
export const untilAdded = (...rows: readonly string[]) => waitFor(() => expect(mondayRows()).toEqual(rows));
