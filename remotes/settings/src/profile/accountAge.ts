import { wholeDaysBetween } from '@space/domain';

/** Takes when the profile was made, and now; returns '1 day' or '{n} days' (rule settings-badges). */
export function accountAge(createdAt: string, now: Date): string {
  const days = wholeDaysBetween(createdAt, now);
  return days === 1 ? '1 day' : `${days} days`;
}
