import type { DayKey } from '@space/domain';

/** 'Not now' counts for one day, one account and this browser (rule leftovers). */
const keyOf = (userId: string) => `leftoversPutOff:${userId}`;

/** Whether the line was put off today. Blocked storage means: no. */
export function isPutOff(userId: string, today: DayKey): boolean {
  try {
    return localStorage.getItem(keyOf(userId)) === today;
  } catch {
    return false;
  }
}

/** Puts the line off until tomorrow. */
export function putOff(userId: string, today: DayKey): void {
  try {
    localStorage.setItem(keyOf(userId), today);
  } catch {
    // Blocked or full: the line comes back with the next look. No harm done.
  }
}
