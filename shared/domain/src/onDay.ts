import { toDayKey } from './today.ts';
import { dayLabel } from './week.ts';

/** Takes a timestamp as the backend writes it; returns its local day: 'Nov 21, 2026'. */
export function onDay(instant: string): string {
  // oxlint-disable-next-line space/no-date-from-text -- an instant with its zone, not a day
  const day = toDayKey(new Date(instant));
  return `${dayLabel(day)}, ${day.slice(0, 4)}`;
}
