// What a person sees and presses on the dashboard: `import * as page`.
import { act as settle, screen, waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';
import { platform, session, type Failure } from '@space/platform/testing';
import { user } from './dashboard.tsx';

export const focused = () => document.activeElement;
export const focus = (element: HTMLElement) => settle(() => element.focus());
export const button = (name: string) => screen.getByRole('button', { name });
export const press = (name: string) => user.click(button(name));
export const clickElsewhere = () => user.click(screen.getByRole('heading', { level: 1 }));

export const day = (name: string) => within(screen.getByRole('region', { name }));
/** The queries inside Monday, the first shown day. */
export const monday = () => day('Monday Nov 16');
export const firstDay = () => screen.getAllByRole('heading', { level: 3 })[0]?.textContent;

export const textsOf = (elements: Iterable<Element> = []) =>
  [...elements].map(({ textContent }) => textContent);
/** The element that describes another one. */
export const describing = (element: Element | null, by = 'aria-describedby') =>
  document.getElementById(element?.getAttribute(by) ?? '');
/** The texts of Monday's rows: title and emoji. */
export const rows = () => textsOf(monday().queryAllByRole('listitem'));
/** Waits for these rows on Monday. */
export const untilRows = (...texts: readonly string[]) => waitFor(() => expect(rows()).toEqual(texts));

export const checkbox = (title: string) => screen.getByRole<HTMLInputElement>('checkbox', { name: title });
export const row = (title: string) => within(checkbox(title).closest('li') as HTMLElement);
/** A button of a task's row. */
export const action = (title: string, name: string) => row(title).getByRole('button', { name });
/** Presses a button of a task's row: in a row that has just come they are rendered after its text. */
export const act = async (title: string, name: string) =>
  user.click(await row(title).findByRole('button', { name }));
/** Waits until a task's row has the focus. */
export const untilFocused = (title: string) => waitFor(() => expect(focused()).toBe(checkbox(title)));

/** The field of the open composer, if one is open. */
export const composer = () => screen.queryByRole<HTMLInputElement>('textbox', { name: 'New task' });
export const addButton = () => monday().getByRole('button', { name: 'Add task' });
/** Replaces the text of the field that has the focus, and presses keys. */
export async function retype(text: string, keys = '{Enter}'): Promise<void> {
  await user.clear(focused() as HTMLElement);
  if (text) await user.paste(text);
  if (keys) await user.keyboard(keys);
}
/** Opens the composer of Monday, pastes a text and presses keys. */
export async function compose(text = '', keys = ''): Promise<void> {
  await user.click(addButton());
  await retype(text, keys);
}

/** The tasks of a day that could not be added: title, reason and buttons. */
export const failedRows = () =>
  textsOf(screen.queryByRole('list', { name: 'Tasks that were not added' })?.children);

export const signIn = (id: string) =>
  settle(() => session.setState({ status: 'signed-in', user: { id, email: null }, wasLost: false }));
export const signOut = () => settle(() => session.getState().signOut());
/** The user returns to the page. */
export const comeBack = () => settle(async () => platform.comeBack());

/** Waits until these are the notices so far. */
export const untilSaid = (...notices: readonly string[]) =>
  waitFor(() => expect(platform.notices()).toEqual(notices));

/** Lets the server respond to the pending request: with its own result, or with a given value. */
export const answer = (name: string, value?: unknown) => settle(() => platform.answer(name, value));

/** Lets the pending request fail. */
export const fail = (name: string, failure?: Failure) => settle(() => platform.fail(name, failure));

/** Lets the server respond to all pending requests, and at once from now on. */
export const answerAll = () => settle(() => platform.answerAll());

/** Performs something while each request with this name fails. */
export async function failing(name: string, failure: Failure, run: () => Promise<unknown>): Promise<void> {
  const count = platform.calls(name).length;
  platform.failEach(name, failure);
  await run();
  await waitFor(() => expect(platform.calls(name).length).toBeGreaterThan(count));
  platform.failEach(name, null);
}
