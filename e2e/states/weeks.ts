import type { Account } from '../support/accounts.ts';
import { dayAfter } from '../support/calendar.ts';
import { insertTasks, sampleWeekFrom, type Planted } from '../support/planner.ts';
import type { Visitor } from './state.ts';

/** Today in every state: a Wednesday, so that the week has past and future days. */
export const TODAY = '2026-11-18';
export const MONDAY = '2026-11-16';
/** Ten in the morning in Singapore, the time zone of the tests' browsers. */
export const NOW = `${TODAY}T10:00:00+08:00`;

const sampleWeek = sampleWeekFrom(MONDAY);

export const LAST_ERRAND = 'Errand 30';

/** An overfull week: a day that is folded, every appearance of a row, titles of the greatest length. */
function heavyWeek(): Planted[] {
  const fullDay = sampleWeek.map((task, index) => ({
    ...task,
    task_date: TODAY,
    completed: index % 4 === 0,
  }));
  const longDay = Array.from({ length: 15 }, (_, index) => ({
    title: `Errand ${index + 16}`,
    task_date: TODAY,
    pinned: index === 9,
  }));
  return [
    { title: 'Read the contract again, clause by clause. '.repeat(5).slice(0, 200), task_date: MONDAY },
    { title: 'x'.repeat(200), task_date: dayAfter(MONDAY), starred: true },
    { title: 'Everything at once', task_date: TODAY, starred: true, pinned: true, completed: true },
    ...fullDay,
    ...longDay,
    ...sampleWeek,
  ];
}

export async function fillWeek(account: Account, visitor: Visitor): Promise<void> {
  if (visitor !== 'planner' && visitor !== 'busy planner') return;
  await insertTasks(account, visitor === 'planner' ? sampleWeek : heavyWeek());
  const update = account.client.from('profiles').update({ display_name: 'Mei Lin' });
  await update.eq('id', account.id).throwOnError();
}
