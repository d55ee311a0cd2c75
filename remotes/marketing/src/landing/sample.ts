import { dayLabel, weekDays, weekStartOf, weekdayName } from '@space/domain';
import type { DayKey } from '@space/domain';

export interface SampleTask {
  emoji: string;
  title: string;
  isStarred?: true;
  isCompleted?: true;
}

export interface SampleDay {
  day: DayKey;
  name: string;
  label: string;
  isToday: boolean;
  tasks: readonly SampleTask[];
}

export interface SampleCard {
  title: string;
  items: readonly { title: string; isCompleted?: true }[];
}

/** One list a day, Monday first; starred tasks stand on top as they do in the planner. */
const TASKS: readonly (readonly SampleTask[])[] = [
  [
    { emoji: '🎯', title: 'Plan the week', isStarred: true, isCompleted: true },
    { emoji: '📧', title: 'Answer the weekend mail', isCompleted: true },
    { emoji: '🏋️', title: 'Gym, legs day' },
  ],
  [
    { emoji: '💼', title: 'Project kick-off', isStarred: true },
    { emoji: '📞', title: 'Call the dentist' },
  ],
  [
    { emoji: '💻', title: 'Prepare the demo', isStarred: true },
    { emoji: '🛒', title: 'Buy groceries' },
    { emoji: '📚', title: 'Read one chapter' },
  ],
  [
    { emoji: '☕', title: 'Coffee with Mei' },
    { emoji: '📊', title: 'Review the numbers' },
  ],
  [
    { emoji: '🔥', title: 'Ship the release', isStarred: true },
    { emoji: '🎉', title: 'Team dinner' },
  ],
  [
    { emoji: '🎨', title: 'Painting class' },
    { emoji: '🎬', title: 'Film night' },
  ],
  [{ emoji: '✅', title: 'Look back at the week', isStarred: true }],
];

/** Five cards as a planner might fill them. */
export const SAMPLE_CARDS: readonly SampleCard[] = [
  {
    title: 'Top Goals',
    items: [{ title: 'Launch the new site' }, { title: 'Run a half marathon' }],
  },
  {
    title: 'P0 Tasks',
    items: [{ title: 'Fix the sign-in bug', isCompleted: true }, { title: 'Send the proposal' }],
  },
  {
    title: 'Learning',
    items: [{ title: 'Ten minutes of Mandarin a day' }, { title: 'Finish the SQL course' }],
  },
  {
    title: 'Health',
    items: [{ title: 'Three workouts', isCompleted: true }, { title: 'Asleep before eleven' }],
  },
  {
    title: 'Personal',
    items: [{ title: 'Call the parents' }, { title: 'Plan the summer trip' }],
  },
];

/** Takes today; returns the sample tasks laid out over the week that today is in, from its Monday. Spec section 2. */
export function sampleWeek(today: DayKey): SampleDay[] {
  return weekDays(weekStartOf(today)).map((day, index) => ({
    day,
    name: weekdayName(day),
    label: dayLabel(day),
    isToday: day === today,
    tasks: TASKS[index] ?? [],
  }));
}
