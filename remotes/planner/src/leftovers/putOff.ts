import type { DayKey } from '@space/domain';

/** 'Not now' applies to one day, one user and this browser (rule leftovers). */
const storageKey = (userId: string) => `leftoversPutOff:${userId}`;

/** Whether the line is hidden today; false if storage is blocked. */
export function isPutOff(userId: string, today: DayKey): boolean {
  try {
    return localStorage.getItem(storageKey(userId)) === today;
  } catch {
    return false;
  }
}

/** Hides the line until tomorrow. */
export function putOff(userId: string, today: DayKey): void {
  try {
    localStorage.setItem(storageKey(userId), today);
  } catch {
    // Storage is blocked or full: the line comes back with the next load, which does no harm.
  }
}
