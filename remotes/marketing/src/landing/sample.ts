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

export interface SampleCard {
  title: string;
  items: readonly { title: string; isCompleted?: true }[];
}

interface Plan {
  emoji: string;
  title: string;
  isStarred?: true;
  /** Left undone when its day was over, as happens to everybody. */
  isLeft?: true;
}

/** One list a day, Monday first; starred tasks stand on top as they do in the planner. */
const PLANS: readonly (readonly Plan[])[] = [
  [
    { emoji: '🎯', title: 'Plan the week', isStarred: true },
    { emoji: '📧', title: 'Reply to Priya' },
    { emoji: '🛒', title: 'Groceries' },
    { emoji: '🏋️', title: 'Gym after work', isLeft: true },
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
    { emoji: '🎨', title: 'Sketch the poster', isLeft: true },
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

/** Five cards as a planner might fill them. */
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

/** Past days are done but for what was left; of today the first task; the rest is still to come. */
function isDone(day: DayKey, today: DayKey, place: number, plan: Plan): boolean {
  return day < today ? plan.isLeft !== true : day === today && place === 0;
}

/** Any week: it gives the names of its days. */
const SOME_WEEK = weekStartOf('2026-01-01');

/**
 * Takes today; returns the sample tasks laid out over the week that today is in, from its Monday, ticked off as if it had
 * been lived until today (rule landing-page). Takes null where today is not known, in HTML that was prerendered: then
 * no day has a date and nothing is done.
 */
export function sampleWeek(today: DayKey | null): SampleDay[] {
  return weekDays(today === null ? SOME_WEEK : weekStartOf(today)).map((day, index) => ({
    name: weekdayName(day),
    label: today === null ? null : dayLabel(day),
    isToday: day === today,
    tasks: (PLANS[index] ?? []).map((plan, place) => ({
      emoji: plan.emoji,
      title: plan.title,
      isStarred: plan.isStarred === true,
      isCompleted: today !== null && isDone(day, today, place, plan),
    })),
  }));
}
