import { toDayKey } from './today.ts';
import { dayLabel } from './week.ts';

/** The day of an instant on this device's clock: 'Nov 21, 2026'. Takes it as the backend writes it. */
export function onDay(instant: string): string {
  // oxlint-disable-next-line space/no-date-from-text -- an instant with its zone, not a day
  const day = toDayKey(new Date(instant));
  return `${dayLabel(day)}, ${day.slice(0, 4)}`;
}
