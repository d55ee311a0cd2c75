import { act, cleanup, configure, fireEvent, render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, vi } from 'vitest';
import type { Task } from '@space/domain';
import { MemoryRouter, aTask, platform } from '@space/platform/testing';
import { DashboardPage } from '../dashboard/DashboardPage.tsx';

// Every module that a test imports after this one gets the fake platform.
vi.mock('@space/platform', () => import('@space/platform/testing'));

// The APIs that jsdom lacks because it has no layout.
Object.assign(Element.prototype, {
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
  matchMedia: () => ({ matches: false }),
  ResizeObserver: class {
    observe(): void {}
    disconnect(): void {}
  },
});

configure({
  // By default the whole page follows the error message, and hides it.
  getElementError: (message) => new Error(message?.split('\n', 1)[0]),
  // On a busy machine frames are slow.
  asyncUtilTimeout: 30_000,
});

beforeEach(() => {
  localStorage.clear();
  platform.reset();
});
afterEach(async () => {
  vi.useRealTimers();
  cleanup();
  // Callbacks of `afterPaint` run two frames later, and still belong to the test that caused them.
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
});

/** The simulated user. */
export const user = userEvent.setup({ delay: null });

/** Renders the dashboard of a week whose requests stay pending. */
export function renderPending(...tasks: readonly Task[]): void {
  platform.insertTasks(...tasks);
  platform.hold();
  render(<DashboardPage />, { wrapper: MemoryRouter });
  // Ends the silence of keys in which the test before may have left the page.
  fireEvent.pointerDown(document.body);
}

/** Renders the dashboard of a week, and waits until these tasks are loaded. */
export async function renderDashboard(...tasks: readonly Task[]): Promise<void> {
  renderPending(...tasks);
  await act(() => platform.answerAll());
}

/** Takes a number; returns as many tasks of Monday, the oldest one being 'Task 0' with the id '0'. */
export const manyTasks = (count: number, parts: (index: number) => Partial<Task> = () => ({})) =>
  Array.from({ length: count }, (_, index) => {
    const created_at = new Date(Date.UTC(2026, 10, 1, 8, 0, index)).toISOString();
    return aTask({ id: `${index}`, title: `Task ${index}`, created_at, ...parts(index) });
  });

/** The title of the task that `aTask` makes. */
export const PLANTS = 'Water the plants';
