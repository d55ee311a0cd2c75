import { dayLabel, weekDays, weekStartOf, weekdayName, type DayKey } from '@space/domain';

export interface SampleTask {
  emoji: string;
  title: string;
  isStarred: boolean;
  isCompleted: boolean;
}

export interface SampleDay {
  name: string;
  /** 'Nov 16'; null while the week is unknown. */
  label: string | null;
  isToday: boolean;
  tasks: readonly SampleTask[];
}

interface SampleCard {
  title: string;
  items: readonly { title: string; isCompleted?: true }[];
}

interface PlannedTask {
  emoji: string;
  title: string;
  isStarred?: true;
  /** Not completed although its day is over. */
  isLeftUndone?: true;
}

/** One list per day, Monday first. Starred tasks are on top, as in the planner. */
const PLANNED_TASKS: readonly (readonly PlannedTask[])[] = [
  [
    { emoji: '🎯', title: 'Plan the week', isStarred: true },
    { emoji: '📧', title: 'Reply to Priya' },
    { emoji: '🛒', title: 'Groceries' },
    { emoji: '🏋️', title: 'Gym after work', isLeftUndone: true },
  ],
  [
    { emoji: '💼', title: 'Project kick-off, 10 am', isStarred: true },
    { emoji: '📞', title: 'Call the dentist' },
    { emoji: '📚', title: 'Return library books' },
  ],
  [
    { emoji: '💻', title: 'Finish the slides', isStarred: true },
    { emoji: '☕', title: 'Coffee with Mei' },
    { emoji: '📧', title: 'Send the invoice' },
    { emoji: '🏋️', title: 'Run by the river' },
  ],
  [
    { emoji: '🛒', title: 'Gift for Dad', isStarred: true },
    { emoji: '📊', title: 'Check the budget' },
    { emoji: '🎨', title: 'Sketch the poster', isLeftUndone: true },
  ],
  [
    { emoji: '🔥', title: 'Hand in the proposal', isStarred: true },
    { emoji: '📞', title: 'Call Grandma' },
    { emoji: '🎉', title: 'Dinner with the team' },
  ],
  [
    { emoji: '🎨', title: 'Pottery class', isStarred: true },
    { emoji: '🛒', title: 'Farmers’ market' },
    { emoji: '🎬', title: 'Film night' },
  ],
  [
    { emoji: '✅', title: 'Look back at the week', isStarred: true },
    { emoji: '☕', title: 'Slow breakfast' },
    { emoji: '📚', title: 'Two chapters on the balcony' },
  ],
];

export const SAMPLE_CARDS: readonly SampleCard[] = [
  {
    title: 'Top Goals',
    items: [
      { title: 'Run a half marathon' },
      { title: 'Hand in the proposal by Friday' },
      { title: 'Sketch the first chapter', isCompleted: true },
    ],
  },
  {
    title: 'P0 Tasks',
    items: [
      { title: 'Book flights for December', isCompleted: true },
      { title: 'Renew the passport' },
      { title: 'Gift for Dad' },
    ],
  },
  {
    title: 'Learning',
    items: [{ title: 'Mandarin, ten minutes a day' }, { title: 'Finish the SQL course' }],
  },
  {
    title: 'Health',
    items: [{ title: 'Three workouts', isCompleted: true }, { title: 'Asleep before eleven' }],
  },
  {
    title: 'Personal',
    items: [{ title: 'Call home on Sunday' }, { title: 'Plan the summer trip' }],
  },
];

/** True for the tasks of past days, unless they are left undone, and for the first task of today. */
function isDone(day: DayKey, today: DayKey, position: number, task: PlannedTask): boolean {
  return day < today ? task.isLeftUndone !== true : day === today && position === 0;
}

/** An arbitrary week, used only for the names of the days. */
const ANY_WEEK = weekStartOf('2026-01-01');

/**
 * The sample tasks of the current week, from Monday, completed as if it had been lived until today. In prerendered HTML
 * today is unknown (null): then no day has a date and no task is completed.
 */
export function sampleWeek(today: DayKey | null): SampleDay[] {
  return weekDays(today === null ? ANY_WEEK : weekStartOf(today)).map((day, index) => ({
    name: weekdayName(day),
    label: today === null ? null : dayLabel(day),
    isToday: day === today,
    tasks: (PLANNED_TASKS[index] ?? []).map((task, position) => ({
      emoji: task.emoji,
      title: task.title,
      isStarred: task.isStarred === true,
      isCompleted: today !== null && isDone(day, today, position, task),
    })),
  }));
}
