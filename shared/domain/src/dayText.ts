import type { DayKey } from './today.ts';
import { addDays, daysBetween, isDayKey, weekStartOf } from './week.ts';

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
] as const;

/** The place of a name that is written out, or of its first three letters or more; -1 for none. */
function placeOf(names: readonly string[], text: string): number {
  return text.length < 3
    ? -1
    : names.findIndex((name) => name.startsWith(text) || (name === 'september' && text === 'sept'));
}

function dayOf(year: number, month: number, day: number): DayKey | null {
  const two = (value: number) => String(value).padStart(2, '0');
  const text = `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
  return isDayKey(text) ? text : null;
}

/** A day of a month without its year: the one that is nearest to today, before or after it. February 29 may be years away. */
function nearest(month: number, day: number, today: DayKey): DayKey | null {
  const year = Number(today.slice(0, 4));
  const distance = (each: DayKey) => Math.abs(daysBetween(today, each));
  const days = Array.from({ length: 17 }, (_, index) => dayOf(year - 8 + index, month, day)).filter(
    (each) => each !== null,
  );
  return days.reduce<DayKey | null>(
    (best, each) => (best && distance(best) <= distance(each) ? best : each),
    null,
  );
}

/** So many days from today, or null where the calendar ends. */
function later(today: DayKey, days: number): DayKey | null {
  try {
    return addDays(today, days);
  } catch {
    return null;
  }
}

type Reader = (match: Readonly<Record<string, string>>, today: DayKey) => DayKey | null;

const ORDINAL = String.raw`(?<day>\d{1,2})(?:st|nd|rd|th|\.)?`;
const YEAR = String.raw`(?:,?\s+(?<year>\d{4}))?`;
const NAMES = ['today', 'tomorrow', 'yesterday'] as const;
const STEPS: Readonly<Record<string, number>> = {
  today: 0,
  tomorrow: 1,
  yesterday: -1,
  last: -1,
  this: 0,
  next: 1,
};

const ofMonth: Reader = ({ day = '', month = '', year }, today) => {
  const place = placeOf(MONTHS, month);
  if (place < 0) return null;
  return year === undefined
    ? nearest(place + 1, Number(day), today)
    : dayOf(Number(year), place + 1, Number(day));
};

const READERS: readonly (readonly [RegExp, Reader])[] = [
  [/^(?<iso>\d{4}-\d{2}-\d{2})$/, ({ iso = '' }) => (isDayKey(iso) ? iso : null)],
  [
    /^(?<name>[a-z]{3,9})$/,
    ({ name = '' }, today) => {
      const step = STEPS[NAMES[placeOf(NAMES, name)] ?? ''];
      return step === undefined ? null : later(today, step);
    },
  ],
  // The next one from today on.
  [
    /^(?<name>[a-z]{3,9})$/,
    ({ name = '' }, today) => {
      const day = later(weekStartOf(today), placeOf(WEEKDAYS, name));
      if (placeOf(WEEKDAYS, name) < 0 || day === null) return null;
      return day >= today ? day : later(day, 7);
    },
  ],
  // By weeks, which begin on Monday: 'next friday' is the Friday of the week after this one.
  [
    /^(?<which>last|this|next) (?<name>[a-z]{3,9})$/,
    ({ which = '', name = '' }, today) => {
      const place = name === 'week' ? 0 : placeOf(WEEKDAYS, name);
      return place < 0 ? null : later(weekStartOf(today), place + 7 * (STEPS[which] ?? 0));
    },
  ],
  [
    /^(?:today )?(?<sign>[-+−]) ?(?<count>\d{1,5})(?: days?)?$/,
    ({ sign, count }, today) => later(today, Number(count) * (sign === '+' ? 1 : -1)),
  ],
  [
    /^in (?<count>\d{1,5}) (?<unit>day|week)s?$/,
    ({ count, unit }, today) => later(today, Number(count) * (unit === 'week' ? 7 : 1)),
  ],
  [
    /^(?<count>\d{1,5}) (?<unit>day|week)s? ago$/,
    ({ count, unit }, today) => later(today, -Number(count) * (unit === 'week' ? 7 : 1)),
  ],
  [new RegExp(`^${ORDINAL} (?<month>[a-z]{3,9})\\.?${YEAR}$`), ofMonth],
  [new RegExp(`^(?<month>[a-z]{3,9})\\.? ${ORDINAL}${YEAR}$`), ofMonth],
];

/**
 * Takes what a person typed and today; returns the day it names, or null where it names none: 'tomorrow', 'friday', 'next
 * friday', '3 dec', 'Dec 3, 2027', '2026-12-03', 'today + 10', 'in 2 weeks'. Rule day-words.
 */
export function readDayText(text: string, today: DayKey): DayKey | null {
  const typed = text
    .slice(0, 40)
    .trim()
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/^today ?(?=[-+−])/, '');
  for (const [pattern, read] of READERS) {
    const day = read(pattern.exec(typed)?.groups ?? {}, today);
    if (pattern.test(typed) && day !== null) return day;
  }
  return null;
}
