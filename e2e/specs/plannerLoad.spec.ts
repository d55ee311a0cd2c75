import { dayHeading, mondayOf, weekFrom } from '../support/calendar.ts';
import { unfoldWeek } from '../support/fullWeek.ts';
import { successNotice } from '../support/notices.ts';
import { dayCard, openComposer, plantAtOnce, plantTasks, taskRow } from '../support/planner.ts';
import { rendersDuring, watchRenders } from '../support/renders.ts';
import { today } from '../support/tasks.ts';
import { expect, test } from '../support/test.ts';

const DAYS = weekFrom(mondayOf(today()));
const THURSDAY = DAYS[3] ?? '';
const PER_DAY = 40;
/** A row: the list item, checkbox, title, emoji button with its icon, and six actions with theirs. */
const ELEMENTS_PER_ROW = 25;

test('in a full week one change touches one row', async ({ signedInPage: page, account }) => {
  const tasks = DAYS.flatMap((day) =>
    Array.from({ length: PER_DAY }, (_, index) => ({ title: `${day} no. ${index}`, task_date: day })),
  );
  await plantAtOnce(account, tasks);
  await watchRenders(page.context());
  await page.goto('/dashboard');
  await expect(page.getByText('280 tasks to go')).toBeVisible();
  const title = `${THURSDAY} no. 30`;
  const row = taskRow(page, title);

  await test.step('a task written on a folded day is shown, and the others stay folded', async () => {
    const card = dayCard(page, THURSDAY);
    const field = await openComposer(page, THURSDAY);
    await field.fill('The newest of all');
    const renders = await rendersDuring(page, async () => {
      await field.press('Enter');
      await expect(taskRow(page, 'The newest of all')).toBeVisible();
      await expect(card.getByRole('button', { name: 'Add task' })).toBeFocused();
    });
    expect(renders.rows).toEqual(['The newest of all']);
    expect(renders.days).toEqual([dayHeading(THURSDAY)]);
    await expect(card.getByRole('listitem')).toHaveCount(9);
    await card.getByRole('button', { name: 'Show 32 more' }).click();
    await expect(card.getByRole('listitem')).toHaveCount(41);
    await card.getByRole('button', { name: 'Show less' }).click();
    await expect(card.getByRole('listitem')).toHaveCount(9);
    await expect(taskRow(page, 'The newest of all')).toBeVisible();
  });

  await test.step('the week is complete, and a row is small', async () => {
    await unfoldWeek(page);
    await expect(page.getByRole('listitem').filter({ has: page.getByRole('checkbox') })).toHaveCount(281);
    expect(await row.evaluate((item) => 1 + item.querySelectorAll('*').length)).toBeLessThanOrEqual(
      ELEMENTS_PER_ROW,
    );
  });

  await test.step('a tick renders its row and its day alone', async () => {
    const renders = await rendersDuring(page, async () => {
      await row.getByRole('checkbox').click();
      await expect(page.getByText('280 tasks to go')).toBeVisible();
      await expect(row).not.toHaveAttribute('aria-busy');
    });
    expect(renders.rows).toEqual([title]);
    expect(renders.days).toEqual([dayHeading(THURSDAY)]);
  });

  await test.step('so does a star, which moves the row to the top of its day', async () => {
    const renders = await rendersDuring(page, async () => {
      await row.getByRole('button', { name: 'Star task' }).click();
      await expect(row.getByRole('button', { name: 'Unstar task' })).toBeVisible();
      await expect(row).not.toHaveAttribute('aria-busy');
    });
    expect(renders.rows).toEqual([title]);
    expect(renders.days).toEqual([dayHeading(THURSDAY)]);
  });

  await test.step('ten letters in the composer render the composer alone', async () => {
    const field = await openComposer(page, THURSDAY);
    const renders = await rendersDuring(page, () => field.pressSequentially('ten letter'));
    await expect(field).toHaveValue('ten letter');
    expect(renders.rows).toEqual([]);
    expect(renders.days).toEqual([]);
    // The form and the buttons in it, not its sixteen emoji.
    expect(renders.others.filter((each) => !each.startsWith(dayHeading(THURSDAY)))).toEqual([]);
    expect(renders.others).not.toContain(`${dayHeading(THURSDAY)}: div`);
  });
});

test('a task that is moved to a folded day, or brought back to it, is shown there as well', async ({
  signedInPage: page,
  account,
}) => {
  const [monday = '', tuesday = ''] = DAYS;
  const long = Array.from({ length: 12 }, (_, index) => ({ title: `No. ${index}`, task_date: tuesday }));
  await plantTasks(account, [...long, { title: 'The latest', task_date: monday }]);
  await page.goto('/dashboard');
  const onTuesday = dayCard(page, tuesday).getByRole('listitem');
  await expect(onTuesday).toHaveCount(8);

  await taskRow(page, 'The latest').hover();
  await taskRow(page, 'The latest').getByRole('button', { name: 'Move to next day' }).click();
  await expect(onTuesday).toHaveCount(9);
  await expect(onTuesday.last()).toContainText('The latest');

  await onTuesday.last().hover();
  await onTuesday.last().getByRole('button', { name: 'Delete task' }).click();
  await expect(onTuesday).toHaveCount(8);
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
  await expect(successNotice(page, 'Task restored')).toBeVisible();
  await expect(onTuesday.last()).toContainText('The latest');
});
