import { dayAfter } from './calendar.ts';
import type { Planted } from './planner.ts';

interface SampleTask {
  /** 0 is Monday. */
  weekday: number;
  title: string;
  emoji: string | null;
  completed?: boolean;
  starred?: boolean;
  pinned?: boolean;
}

/** A week as people plan it: for pictures and for tests, never for a real account. */
const SAMPLE_WEEK: readonly SampleTask[] = [
  { weekday: 0, title: 'Plan the sprint with the team', emoji: '🎯', completed: true },
  { weekday: 0, title: 'Water the plants', emoji: null, completed: true },
  { weekday: 1, title: 'Write the quarterly report', emoji: '💼', starred: true },
  { weekday: 1, title: 'Reply to Grandma', emoji: '📧' },
  { weekday: 1, title: 'Groceries for the week', emoji: '🛒' },
  { weekday: 2, title: 'Call the dentist and confirm the new time', emoji: '📞', pinned: true },
  { weekday: 2, title: 'Gym: legs and core', emoji: '🏋️' },
  { weekday: 3, title: 'Review the contract', emoji: '💼', starred: true },
  { weekday: 3, title: 'Read two chapters', emoji: '📚' },
  { weekday: 4, title: 'Ship the release', emoji: '💻', starred: true, pinned: true },
  { weekday: 4, title: 'Team dinner', emoji: '🎉' },
  { weekday: 4, title: 'Coffee with Ana', emoji: '☕', completed: true },
  { weekday: 5, title: 'Painting class', emoji: '🎨' },
  { weekday: 5, title: 'Film night', emoji: '🎬' },
  { weekday: 6, title: 'Look back at the week', emoji: '⭐', pinned: true },
];

/** The same as tasks to plant, in the week that begins on a Monday ('yyyy-MM-dd'). */
export const sampleWeekFrom = (monday: string): Planted[] =>
  SAMPLE_WEEK.map(({ weekday, ...task }) => ({ ...task, task_date: dayAfter(monday, weekday) }));
