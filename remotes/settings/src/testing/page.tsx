// What a person sees and does in the settings: `import * as page`, before any module that needs the fake platform.
import { act, cleanup, configure, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { MemoryRouter, platform, type Failure } from '@space/platform/testing';

vi.mock('@space/platform', () => import('@space/platform/testing'));

// jsdom does not implement modal dialogs.
Object.assign(HTMLDialogElement.prototype, {
  showModal(this: HTMLDialogElement) {
    this.open = true;
  },
  close(this: HTMLDialogElement) {
    this.open = false;
  },
});

// On a busy machine frames are slow.
configure({ asyncUtilTimeout: 30_000 });
beforeEach(() => platform.reset());
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  document.head.replaceChildren();
});

export const user = userEvent.setup({ delay: null });
export const open = (page: ReactElement) => render(page, { wrapper: MemoryRouter });
export const focused = () => document.activeElement;

export const button = (name: string) => screen.getByRole('button', { name });
export const press = (name: string) => user.click(button(name));
/** Presses a button of the open dialog. */
export const pressInDialog = (name: string) =>
  user.click(screen.getAllByRole('button', { name }).find((each) => each.closest('dialog')) as Element);
export const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
/** Replaces the text of a field. */
export async function type(label: string, text: string): Promise<void> {
  await user.clear(field(label));
  await user.paste(text);
}
/** The texts of the elements that describe a field. */
export const describedBy = (label: string) =>
  (field(label).getAttribute('aria-describedby') ?? '')
    .split(' ')
    .flatMap((id) => document.getElementById(id)?.textContent || []);

/** The page as a site serves it that has calendar feeds. */
export const serveFeeds = (content = '/calendar') =>
  document.head.append(Object.assign(document.createElement('meta'), { name: 'calendar-feed', content }));
export const comeBack = () => act(async () => platform.comeBack());

export const said = () => platform.notices().at(-1);
/** Waits until these are the notices so far. */
export const untilSaid = (...notices: readonly string[]) =>
  waitFor(() => expect(platform.notices()).toEqual(notices));
// The server responds, and React renders what follows.
export const answerAll = () => act(() => platform.answerAll());
export const answer = (name: string, value?: unknown) => act(() => platform.answer(name, value));
export const fail = (name: string, failure?: Failure) => act(() => platform.fail(name, failure));
/** Performs something while each request with this name fails. */
export async function failing(name: string, failure: Failure, run: () => Promise<unknown>): Promise<void> {
  const count = platform.calls(name).length;
  platform.failEach(name, failure);
  await run();
  await waitFor(() => expect(platform.calls(name).length).toBeGreaterThan(count));
  platform.failEach(name, null);
}
