import { dayLabel, readDayText, weekdayName, weekdayShort, type DayKey, type Task } from '@space/domain';
import { findPages, type Page } from './pages.ts';

/** A result of the search. `key` is unique among all findings. */
export type Finding =
  | { key: string; kind: 'day'; day: DayKey; title: string }
  | { key: string; kind: 'page'; page: Page; title: string }
  | { key: string; kind: 'task'; task: Task; title: string; when: string };

/** Takes the typed text, the tasks that were found, and today; returns the findings: a day, pages, tasks. */
export function findingsOf(text: string, tasks: readonly Task[], today: DayKey): Finding[] {
  const day = readDayText(text, today);
  return [
    ...(day === null
      ? []
      : [
          {
            key: day,
            kind: 'day' as const,
            day,
            title: `${weekdayName(day)}, ${dayLabel(day, today)}`,
          },
        ]),
    ...findPages(text).map((page) => ({ key: page.path, kind: 'page' as const, page, title: page.title })),
    ...tasks.map((task) => ({
      key: task.id,
      kind: 'task' as const,
      task,
      title: task.title,
      when: `${weekdayShort(task.task_date)} ${dayLabel(task.task_date, today)}`,
    })),
  ];
}
