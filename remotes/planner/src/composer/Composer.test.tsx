// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { aTask, platform, type Failure } from '@space/platform/testing';
import * as page from '../testing/page.tsx';
import { manyTasks, renderDashboard, user } from '../testing/dashboard.tsx';

const EMPTY = 'Task title cannot be empty';
const ADD_FAILED = 'Failed to add task. Please try again.';

/** What the field holds, and the error text beside it. */
const shown = () => [page.composer()?.value, page.describing(page.composer())?.textContent];
const untilShown = (...expected: (string | undefined)[]) => waitFor(() => expect(shown()).toEqual(expected));
const clickField = () => user.click(page.composer() as HTMLElement);
const isChosen = (emoji: string) => page.button(emoji).getAttribute('aria-pressed') === 'true';
const keys = (text: string) => () => user.keyboard(text);
const sentIds = () => platform.calls('add').map(([task]) => (task as { id: string }).id);
const addedTitles = () => platform.rows().map(({ title }) => title);

async function onButton(name: string, then: () => Promise<void>): Promise<void> {
  page.focus(page.button(name));
  await then();
}

// Each way to end the composer, how many tasks it adds, and where the focus is afterwards.
it.each<[string, 0 | 1, 'its field' | 'Add task' | 'elsewhere', () => Promise<void>]>([
  ['Enter', 1, 'its field', keys('{Enter}')],
  ['Enter twice', 1, 'Add task', keys('{Enter}{Enter}')],
  ['Enter, then a click elsewhere', 1, 'elsewhere', () => user.keyboard('{Enter}').then(page.clickElsewhere)],
  ['a click elsewhere', 1, 'elsewhere', page.clickElsewhere],
  ['Add', 1, 'its field', () => page.press('Add')],
  ['a double click on Add', 1, 'Add task', () => user.dblClick(page.button('Add'))],
  ['Tab past the last of its buttons', 1, 'elsewhere', () => onButton('Cancel', () => user.tab())],
  ['Escape', 0, 'Add task', keys('{Escape}')],
  ['Escape on a picked emoji', 0, 'Add task', () => onButton('Coffee', keys(' {Escape}'))],
  ['Cancel', 0, 'Add task', () => page.press('Cancel')],
])('task-composer: ended by %s, it adds %i task; the focus is on %s', async (_, inserts, focus, end) => {
  await renderDashboard();
  platform.hold();
  await page.compose('Buy milk');
  expect(page.focused()).toBe(page.composer());
  await end();
  await page.answerAll();
  const made = inserts === 1 ? ['Buy milk'] : [];
  await page.untilRows(...made);
  expect([addedTitles(), platform.calls('add').length]).toEqual([made, inserts]);
  await page.untilSaid(...made.map(() => 'Task added!'));
  if (focus === 'its field') return expect([page.focused(), shown()[0]]).toEqual([page.composer(), '']);
  await waitFor(() => expect(page.composer()).toBeNull());
  if (focus === 'Add task') expect(page.focused()).toBe(page.addButton());
});

it('task-composer: adds the task if the user leaves the page, but nothing that is typed or waits for its turn if the session ends', async () => {
  await renderDashboard();
  await page.compose('Buy milk');
  cleanup();
  await page.untilSaid('Task added!');
  expect(addedTitles()).toEqual(['Buy milk']);
  await renderDashboard();
  platform.hold();
  await page.compose('', 'One{Enter}Two{Enter}Three');
  await page.signOut();
  expect(screen.queryByRole('main')).toBeNull();
  page.signIn('grace');
  await page.answerAll();
  expect([platform.calls('add').length, platform.notices()]).toEqual([2, ['Task added!']]);
});

it('empty-title, text-length: a refused title stays with its emoji and the reason; leaving with only an emoji counts as Enter, once', async () => {
  await renderDashboard();
  await page.compose();
  await page.press('Coffee');
  for (let times = 0; times < 2; times += 1) {
    await page.clickElsewhere();
    await clickField();
  }
  expect([platform.notices(), shown()]).toEqual([[`! ${EMPTY}`], ['', EMPTY]]);
  for (const [text, sentence] of [
    [' \u200B\u2060', EMPTY],
    ['🔥'.repeat(201), 'Task title must be less than 200 characters'],
  ] as const) {
    await page.retype(text);
    expect([platform.notices().at(-1), shown()]).toEqual([`! ${sentence}`, [text, sentence]]);
    expect([page.focused(), isChosen('Coffee')]).toEqual([page.composer(), true]);
  }
  // A browser fires blur on the field of a window that loses the focus; the active element stays: no letter is lost.
  await page.retype('y'.repeat(198), '');
  fireEvent.blur(page.composer() as HTMLElement);
  await user.keyboard('y');
  await page.press('Weight lifter');
  expect([isChosen('Weight lifter'), isChosen('Coffee')]).toEqual([true, false]);
  await user.keyboard('y');
  expect(platform.calls('add')).toEqual([]);
  await user.keyboard('{Enter}');
  await page.untilRows(`${'y'.repeat(200)}🏋️`);
  // With neither text nor emoji it closes silently.
  await user.keyboard('  ');
  await page.clickElsewhere();
  await waitFor(() => expect([page.composer(), platform.notices().length]).toEqual([null, 4]));
  expect(platform.calls('add')).toHaveLength(1);
});

it('task-composer: takes the next tasks while the first is sent, shows an inert placeholder for each, and sends them in the order typed', async () => {
  await renderDashboard(aTask());
  platform.hold();
  await page.compose();
  const first = page.composer();
  await user.keyboard('buy milk{Enter}post the letter{Enter}');
  expect([page.focused(), ...shown()]).toEqual([first, '', undefined]);
  const places = () => page.monday().getAllByRole('listitem', { hidden: true });
  await waitFor(() => expect(places()).toHaveLength(3));
  expect(page.rows()).toEqual(['Water the plants']);
  expect([places()[1]?.hasAttribute('inert'), places()[1]?.textContent.trim()]).toEqual([true, '']);
  await user.keyboard('sleep');
  expect(platform.calls('add')).toHaveLength(1);
  await page.answer('add');
  await page.answer('add');
  await page.untilRows('Water the plants', 'buy milk', 'post the letter');
  expect(page.composer()?.value).toBe('sleep');

  // The composer of another day saves it, and keeps its own focus and text.
  await user.click(page.day('Tuesday Nov 17').getByRole('button', { name: 'Add task' }));
  const other = page.day('Tuesday Nov 17').getByRole('textbox', { name: 'New task' });
  await user.keyboard('Buy bre');
  await page.answer('add');
  await waitFor(() => expect(page.monday().queryByRole('textbox')).toBeNull());
  expect(page.focused()).toBe(other);
  await user.keyboard('ad{Enter}');
  await page.answer('add');
  const days = platform.rows().map(({ title, task_date }) => [title, task_date]);
  expect(days.slice(-2)).toEqual([
    ['sleep', '2026-11-16'],
    ['Buy bread', '2026-11-17'],
  ]);
});

it('task-composer: a key that is held down adds nothing more, and says nothing', async () => {
  await renderDashboard();
  await page.compose('Buy milk', '{Enter}');
  // `fireEvent` returns false if the browser is kept from submitting the form, or from pressing the button.
  const isTaken = (element: Element) => !fireEvent.keyDown(element, { key: 'Enter', repeat: true });
  for (const element of [page.composer() as Element, page.button('Add'), page.button('Cancel')])
    expect(isTaken(element)).toBe(true);
  await user.keyboard('{Enter}');
  expect([page.composer(), isTaken(page.addButton())]).toEqual([null, true]);
  await page.untilSaid('Task added!');
});

const failedRow = (title: string, reason = '') => `${title}${ADD_FAILED}${reason}RetryDiscard`;
const ofTask = (title: string, name: string) => screen.getByRole('button', { name, description: title });

/** Ends the composer in a request that fails. */
async function failToAdd(title: string, leave: () => Promise<void>, failure: Failure = 'network') {
  await user.paste(title);
  await page.failing('add', failure, leave);
  expect(platform.notices().at(-1)).toBe(`! ${ADD_FAILED}`);
}

it('failed-save: the text stays in its composer; Enter retries, and leaving only if something has changed', async () => {
  await renderDashboard();
  await page.compose();
  await failToAdd('Buy milk', keys('{Enter}'));
  await untilShown('Buy milk', ADD_FAILED);
  await user.keyboard('{Enter}');
  await page.untilSaid(`! ${ADD_FAILED}`, 'Task added!');
  const [first, second] = platform.calls('add');
  expect([second, shown()]).toEqual([first, ['', undefined]]);

  await failToAdd('Buy tea', page.clickElsewhere, { kind: 'rejected', status: 400 });
  await untilShown('Buy tea', ADD_FAILED);
  expect(page.composer()?.readOnly).toBe(false);
  await clickField();
  await page.clickElsewhere();
  expect([shown()[0], platform.calls('add').length]).toEqual(['Buy tea', 3]);
  await clickField();
  await page.press('Coffee');
  await page.clickElsewhere();
  await page.untilRows('Buy milk', 'Buy tea☕');
});

it('failed-save: it never replaces the next one, but becomes a row at its day, which can be retried and discarded', async () => {
  await renderDashboard();
  platform.hold();
  await page.compose('', 'Buy milk{Enter}Post the letter{Enter}Water pl');
  await page.fail('add');
  await page.fail('add');
  expect(page.failedRows()).toEqual([failedRow('Buy milk'), failedRow('Post the letter')]);
  expect(shown()).toEqual(['Water pl', undefined]);
  await user.keyboard('ants{Enter}');
  await page.answer('add');
  await page.untilRows('Water plants', ...page.failedRows());

  // Another week and back: the rows are still there, and the focus is not lost with them.
  await page.press('Next week');
  expect(page.failedRows()).toEqual([]);
  await page.press('Previous week');
  await user.click(ofTask('Buy milk', 'Retry'));
  await page.fail('add', { kind: 'rejected', status: 429, message: 'Too many tasks at once.' });
  await waitFor(() => expect(page.failedRows()[0]).toBe(failedRow('Buy milk', ' Too many tasks at once.')));
  await user.click(ofTask('Buy milk', 'Retry'));
  await page.answer('add');
  expect(page.failedRows()).toEqual([failedRow('Post the letter')]);
  expect(page.focused()).toBe(ofTask('Post the letter', 'Retry'));
  expect(sentIds().filter((id) => id === sentIds()[0])).toHaveLength(3);
  await user.click(ofTask('Post the letter', 'Discard'));
  expect([page.failedRows(), page.focused()]).toEqual([[], page.addButton()]);
  expect(addedTitles()).toEqual(['Water plants', 'Buy milk']);

  // It comes back to the field, but does not get the letters of the next one, which is typed as it fails.
  await page.compose('Buy tea', '{Enter}');
  await page.fail('add');
  await untilShown('Buy tea', ADD_FAILED);
  await user.keyboard('Call');
  expect([page.failedRows(), shown()]).toEqual([[failedRow('Buy tea')], ['Call', undefined]]);
  await user.keyboard(' Ana{Enter}');
  await page.answer('add');
  await waitFor(() => expect(addedTitles()).toContain('Call Ana'));
});

it.each([
  ['is left with the week while it is sent', () => page.press('Next week')],
  ['has come back to it, and is left with the week', keys('{Enter}')],
])('failed-save: a text that %s becomes a row at its day, until the session ends', async (_, leave) => {
  await renderDashboard();
  await page.compose();
  await failToAdd('Buy milk', leave);
  if (page.composer()) await untilShown('Buy milk', ADD_FAILED);
  if (page.composer()) await page.press('Next week');
  await page.press('Previous week');
  expect([page.composer(), page.failedRows()]).toEqual([null, [failedRow('Buy milk')]]);
  expect(platform.calls('add')).toHaveLength(1);
  await page.signOut();
  page.signIn('user');
  expect(page.failedRows()).toEqual([]);
});

const list = () =>
  screen.queryByRole<HTMLTextAreaElement>('textbox', { name: 'New tasks, one in each line' });
const problems = () => page.textsOf(page.describing(list())?.children);

it('task-lists: several lines are offered as tasks; Enter adds them one by one in order, with one notice', async () => {
  await renderDashboard(aTask({ id: 'first', title: 'Earlier' }));
  await page.compose('- Milk\n- [x] Bread\n\n3. 🧀 Cheese\n* Apples\r\n• Tea\n[ ] Honey');
  expect(page.focused()).toBe(list());
  expect(page.button('Add 6 tasks')).not.toBeNull();
  platform.hold();
  await user.keyboard('{Enter}{Enter}');
  expect([platform.calls('add').length, list()?.readOnly]).toEqual([1, true]);
  await page.answer('add');
  expect(page.rows()).toEqual(['Earlier', 'Milk']);
  await page.answerAll();
  await page.untilSaid('6 tasks added!');
  expect(page.rows()).toEqual(['Earlier', 'Milk', 'Bread', 'Cheese🧀', 'Apples', 'Tea', 'Honey']);
  expect(page.checkbox('Bread').checked).toBe(true);
  // The composer stays open for the next task, and Enter on no text closes it.
  expect([page.focused(), page.composer()?.value]).toEqual([page.composer(), '']);
  expect(fireEvent.keyDown(page.composer() as HTMLElement, { key: 'Enter', repeat: true })).toBe(false);
  await user.keyboard('{Enter}');
  expect(page.focused()).toBe(page.addButton());
  expect(platform.notices()).toEqual(['6 tasks added!']);
});

it('task-lists: a single line is no list; a list joins the typed text; Shift+Enter begins a line, Escape joins all into one', async () => {
  await renderDashboard();
  await page.compose('Buy bread\n\n');
  expect(list()).toBeNull();
  await page.press('Cart');
  await page.retype('Buy ', '');
  await user.paste('milk\n🧀 cheese');
  await user.keyboard('{Escape}');
  expect([list(), page.composer()?.value, page.focused()]).toEqual([
    null,
    'Buy milk 🧀 cheese',
    page.composer(),
  ]);
  await page.retype('Buy milk\n🧀 cheese', '{Shift>}{Enter}{/Shift}tea');
  expect(list()?.value).toBe('Buy milk\n🧀 cheese\ntea');
  // Leaving the field or the week adds nothing and keeps the list.
  await page.clickElsewhere();
  await page.press('Next week');
  expect(list()).toBeNull();
  await page.press('Previous week');
  expect(platform.calls('add')).toEqual([]);
  // Lines without an emoji get the chosen one.
  await page.press('Add 3 tasks');
  await page.untilRows('Buy milk🛒', 'cheese🧀', 'tea🛒');
  await waitFor(() => expect(page.focused()).toBe(page.composer()));
  // The end of the session discards it.
  await page.retype('One\nTwo', '{Shift>}{Enter}{/Shift}');
  await page.signOut();
  page.signIn('user');
  expect(list()).toBeNull();
});

it('task-lists: an invalid line, and a list of more than a hundred, stay with their message; the others are added', async () => {
  await renderDashboard();
  const long = 'x'.repeat(201);
  await page.compose(`One\n${long}\nTwo`, '{Enter}');
  const refusal = 'Task title must be less than 200 characters';
  await waitFor(() => expect(platform.notices().sort()).toEqual([`! ${refusal}`, '2 tasks added!']));
  expect([list()?.value, list()?.ariaInvalid, problems()]).toEqual([long, 'true', [`${long} ${refusal}`]]);
  const many = manyTasks(101).map(({ title }) => title);
  await page.retype(many.join('\n'));
  const tooMany = 'A list adds 100 tasks at most. Please remove some lines.';
  expect([platform.notices().at(-1), problems()[0]]).toEqual([`! ${tooMany}`, tooMany]);
  await page.retype('Three');
  await page.untilRows('One', 'Two', 'Three');
  expect(list()).toBeNull();
});

it('task-lists: without a network the remaining lines are not sent, and a retry adds no task twice', async () => {
  await renderDashboard();
  platform.hold();
  await page.compose('One\nOne\nTwo', '{Enter}');
  await page.answer('add');
  platform.setOnline(false);
  platform.failEach('add', 'network');
  await page.answerAll();
  const failed = 'Failed to add task. Please try again. You are offline.';
  await waitFor(() => expect(platform.notices().sort()).toEqual([`! ${failed}`, 'Task added!']));
  expect(platform.calls('add')).toHaveLength(2);
  expect([list()?.value, problems()]).toEqual(['One\nTwo', [`One ${failed}`, `Two ${failed}`]]);
  platform.setOnline(true);
  platform.failEach('add', null);
  await user.keyboard('{Enter}');
  await waitFor(() => expect(platform.notices()).toContain('2 tasks added!'));
  expect([list(), page.rows()]).toEqual([null, ['One', 'One', 'Two']]);
  const [first, second, retry] = sentIds();
  expect([second === first, second === retry]).toEqual([false, true]);
});
