import type { WeekCounts } from './weekCounts.ts';

/** The title and text of the week's summary: what is left to do, and how much of it is starred. */
export function weekWords({ count, done, starred }: WeekCounts): { title: string; text: string } {
  const left = count - done;
  if (count === 0) {
    return {
      title: 'Seven open days',
      text: 'Start with the one thing that matters most, and give it a star.',
    };
  }
  if (left === 0)
    return { title: 'All done', text: 'Everything you planned is behind you. Enjoy the quiet.' };
  const title = left === 1 ? 'One task to go' : `${left} tasks to go`;
  if (starred === 0) return { title, text: 'A star lights up for every day you finish.' };
  if (left === 1) return { title, text: 'It has your star.' };
  return { title, text: starred === 1 ? 'One of them has your star.' : `${starred} of them have your star.` };
}
