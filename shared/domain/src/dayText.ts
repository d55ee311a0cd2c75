import { formatDay, type DayKey } from './today.ts';
import { addDays, daysBetween, isDayKey, weekStartOf } from './week.ts';

const WEEKDAYS = 'monday tuesday wednesday thursday friday saturday sunday'.split(' ');
const MONTHS = 'january february march april may june july august september october november december'.split(
  ' ',
);

/** Takes names and a text; returns the index of the name that begins with the text (three letters or more), or -1. */
function indexOfName(names: readonly string[], text: string): number {
  return text.length < 3
    ? -1
    : names.findIndex((name) => name.startsWith(text) || (name === 'september' && text === 'sept'));
}

function dayOf(year: number, month: number, day: number): DayKey | null {
  const text = year > 0 && year < 10_000 ? formatDay(year, month, day) : '';
  return isDayKey(text) ? text : null;
}

/** Returns the day of a month in the year that brings it nearest to today. February 29 may be years away. */
function nearest(month: number, day: number, today: DayKey): DayKey | null {
  const year = Number(today.slice(0, 4));
  const distance = (each: DayKey) => Math.abs(daysBetween(today, each));
  const days = Array.from({ length: 17 }, (_, index) => dayOf(year - 8 + index, month, day));
  const real = days.filter((each) => each !== null);
  return real.sort((one, other) => distance(one) - distance(other))[0] ?? null;
}

/** Returns the day so many days from today, or null outside the supported years. */
function shiftDay(today: DayKey, days: number): DayKey | null {
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
  ...{ today: 0, tomorrow: 1, yesterday: -1 },
  ...{ last: -1, this: 0, next: 1 },
};

const readMonthDay: Reader = ({ day = '', month = '', year }, today) => {
  const index = indexOfName(MONTHS, month);
  if (index < 0) return null;
  return year === undefined
    ? nearest(index + 1, Number(day), today)
    : dayOf(Number(year), index + 1, Number(day));
};

const READERS: readonly (readonly [RegExp, Reader])[] = [
  [/^(?<iso>\d{4}-\d{2}-\d{2})$/, ({ iso = '' }) => (isDayKey(iso) ? iso : null)],
  [
    /^(?<name>[a-z]{3,9})$/,
    ({ name = '' }, today) => {
      const step = STEPS[NAMES[indexOfName(NAMES, name)] ?? ''];
      return step === undefined ? null : shiftDay(today, step);
    },
  ],
  // A weekday: the next one, today included.
  [
    /^(?<name>[a-z]{3,9})$/,
    ({ name = '' }, today) => {
      const day = shiftDay(weekStartOf(today), indexOfName(WEEKDAYS, name));
      if (indexOfName(WEEKDAYS, name) < 0 || day === null) return null;
      return day >= today ? day : shiftDay(day, 7);
    },
  ],
  // Weeks begin on Monday: 'next friday' is the Friday of the week after this one.
  [
    /^(?<which>last|this|next) (?<name>[a-z]{3,9})$/,
    ({ which = '', name = '' }, today) => {
      const index = name === 'week' ? 0 : indexOfName(WEEKDAYS, name);
      return index < 0 ? null : shiftDay(weekStartOf(today), index + 7 * (STEPS[which] ?? 0));
    },
  ],
  [
    /^(?:today )?(?<sign>[-+−]) ?(?<count>\d{1,5})(?: days?)?$/,
    ({ sign, count }, today) => shiftDay(today, Number(count) * (sign === '+' ? 1 : -1)),
  ],
  [
    /^in (?<count>\d{1,5}) (?<unit>day|week)s?$/,
    ({ count, unit }, today) => shiftDay(today, Number(count) * (unit === 'week' ? 7 : 1)),
  ],
  [
    /^(?<count>\d{1,5}) (?<unit>day|week)s? ago$/,
    ({ count, unit }, today) => shiftDay(today, -Number(count) * (unit === 'week' ? 7 : 1)),
  ],
  [new RegExp(`^${ORDINAL} (?<month>[a-z]{3,9})\\.?${YEAR}$`), readMonthDay],
  [new RegExp(`^(?<month>[a-z]{3,9})\\.? ${ORDINAL}${YEAR}$`), readMonthDay],
];

/** Returns the day that a text names, or null: 'tomorrow', 'next friday', '3 dec', 'Dec 3, 2027', 'today + 10', 'in 2 weeks'. */
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
